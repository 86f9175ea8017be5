import { ui, write } from "./element.js";
import { names } from "./language.js";
import { phrase } from "./phrases.js";
import { ours } from "./places.js";

/** The name of the table whose match in progress is offered; undefined if none is. */
let offered;

function show(page, words, table) {
	write(ui.offer, words);
	ui.offer.onclick = () => page.join(table);
	ui.offer.hidden = false;
}

/**
 * Offers to join a table of these new ones where a game has begun for a player at this screen, or
 * else updates the offer of a match in progress.
 */
export async function offer(page, fresh) {
	const begun = (await ours(page, fresh)).find(
		({ table, game }) => game && table !== page.name,
	)?.table;
	if (begun) {
		offered = undefined;
		show(page, phrase("offer", { table: begun }), begun);
	} else if (offered && !ui.offer.hidden)
		await offerElsewhere(
			page,
			page.tables.filter(({ table }) => table === offered),
		);
}

/** Returns true if somebody at this screen plays in a match in progress at its table. */
function isPlaying({ own, table }) {
	const { game, players = own } = table ?? {};
	return !!game && !game.over && players.some((each) => own.includes(each));
}

/** Returns an offer in words, for the names at this screen that play in a match. */
function wordsOf({ table, up }, own) {
	if (!own.includes(up))
		return phrase("offerPlays", { table, names: names(own), count: own.length });
	return phrase(own[1] ? "offerUp" : "offerTurn", { table, name: up });
}

/**
 * Offers the match in progress at one of these tables that a name at this screen plays in: one in
 * which such a name is up, or else the newest. Nothing is offered to those who play a match here.
 */
export async function offerElsewhere(page, tables = page.tables) {
	const { name } = page;
	const others = tables.filter(({ table }) => table !== name);
	const open = isPlaying(page)
		? []
		: (await ours(page, others)).filter(({ game }) => game && !game.over);
	if (page.name !== name) return;
	const { own } = page;
	const best = open.find(({ up }) => own.includes(up)) ?? open[0];
	if (best && !isPlaying(page)) {
		const playing = own.filter((each) => best.players.includes(each));
		show(page, wordsOf(best, playing), best.table);
	} else if (offered) ui.offer.hidden = true;
	offered = best?.table;
}
