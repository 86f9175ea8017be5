import { ui, write } from "./element.js";
import { phrase } from "./language.js";

/** Returns the tables at which a name of this screen plays. */
async function ours({ connection, own }, tables) {
	const all = await Promise.all(
		tables
			.slice(0, 50)
			.map(({ table }) => connection.call("table.get", { table })),
	);
	return all.filter(({ players }) =>
		players?.some((each) => own.includes(each)),
	);
}

/** Returns a table at which one of this screen's names plays, or else `default`. */
export async function findTable(page) {
	if (!page.own[0] || page.session.role === "host") return "default";
	const mine = await ours(
		page,
		(await page.connection.call("table.list")).tables,
	);
	return (
		(mine.findLast(({ game }) => game && !game.over) ?? mine.at(-1))
			?.table ?? "default"
	);
}

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
