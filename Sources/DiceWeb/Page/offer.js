import { ui, write } from "./element.js";
import { phrase } from "./phrases.js";
import { ours } from "./places.js";

/** Offers to join a table where a game has begun for a player at this screen. */
export async function offer(page, tables) {
	const made = (await ours(page, tables)).find(
		({ table, game }) => game && table !== page.name,
	)?.table;
	if (!made) return;
	write(ui.offer, phrase("offer", { table: made }));
	ui.offer.onclick = () => page.join(made);
	ui.offer.hidden = false;
}
