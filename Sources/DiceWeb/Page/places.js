/** The maximum number of tables that are looked at. */
const most = 50;

/** Returns the tables at which a name of this screen plays, among the newest ones. */
export async function ours({ connection, own }, tables) {
	const newest = tables
		.toSorted((one, other) => (other.created ?? 0) - (one.created ?? 0))
		.slice(0, most);
	const all = await Promise.all(
		newest.map(({ table }) => connection.call("table.get", { table })),
	);
	return all.filter(({ players }) =>
		players?.some((each) => own.includes(each)),
	);
}

/** Returns the time at which the match of a table began; later than any other before its first turn. */
async function beginningOf({ table, game }, { connection }) {
	const { matches } = await connection.call("table.matches", {
		table,
		limit: 1,
	});
	const [last] = matches;
	return last?.match === game.match ? Date.parse(last.startedAt) : Infinity;
}

/**
 * Returns the table of the newest match that a name of this screen plays in, else a table of these
 * names, else the only table; nothing if the person has to choose.
 */
export async function findTable(page) {
	if (!page.own[0] || page.session.role === "host") return "default";
	const { tables } = await page.connection.call("table.list");
	const mine = await ours(page, tables);
	const open = mine.filter(({ game }) => game && !game.over);
	const times = await Promise.all(
		open.map((each) => beginningOf(each, page)),
	);
	// Of two matches before their first turn, the one at the newer table comes first.
	const newest = open.at(times.indexOf(Math.max(...times)));
	const [found] = [newest, ...mine, tables.length === 1 && tables[0]].filter(
		Boolean,
	);
	return found?.table;
}
