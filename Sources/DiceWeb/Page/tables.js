import { button, element, fillWith } from "./element.js";
import { ask, isHost, sureButton, titles } from "./host.js";
import { formatted, names } from "./language.js";
import { phrase } from "./phrases.js";

/** Lists the tables, to switch to; a host also makes and removes them here. */
export function show(place, page) {
	const rows = element("div");
	const known = new Map();
	if (isHost(page)) {
		const buttons = ["newGame", "newTable", "invite"].map((name) =>
			button(phrase(name), () => page.panel.toggle(name)),
		);
		place.append(element("p", { class: "choices" }, ...buttons));
	}
	place.append(rows);

	function rowOf(summary) {
		const { table } = summary;
		const told = JSON.stringify(summary);
		const row = known.get(table) ?? addRow(table);
		row.opener.ariaCurrent = table === page.name;
		if (row.told === told) return row.root;
		row.told = told;
		if (!row.facts.textContent)
			row.facts.textContent = phrase("diceCount", {
				count: summary.dice,
			});
		page.connection.call("table.get", { table }).then(
			(snapshot) => fillWith(row.facts, factsOf(snapshot)),
			() => {},
		);
		return row.root;
	}

	function addRow(table) {
		const facts = element("span");
		const opener = button(
			element("b", {}, table),
			() => {
				page.panel.toggle();
				page.join(table);
			},
			{ class: "table", "data-table": table },
		);
		opener.append(facts);
		const remove = isHost(page)
			? sureButton(phrase("remove"), () =>
					ask(page, "table.delete", { table }),
				)
			: "";
		const row = {
			opener,
			facts,
			root: element("div", { class: "row" }, opener, remove),
		};
		known.set(table, row);
		return row;
	}

	/** Shows the tables. A row that stays in its place is not touched: it may be under a finger. */
	const list = (tables) => {
		const all = tables.map(rowOf);
		const isSame = (row, index) => rows.children.item(index) === row;
		if (rows.children.length !== all.length || !all.every(isSame))
			rows.replaceChildren(...all);
	};
	list(page.tables);
	return { list, changed: () => list(page.tables) };
}

/** Returns the facts about a table: its game or dice, its players, and the score. */
function factsOf({
	game,
	players,
	up,
	dice,
	turn,
	rolling,
	watchers,
	watching = [],
}) {
	const score = game?.sheets
		.map(({ player, total }) => [player, formatted(total)].filter(Boolean).join(" "))
		.join(" · ");
	const whose = game?.over
		? phrase("matchIsOver")
		: up
			? phrase("isUp", { name: up })
			: phrase("turnNumber", { turn });
	const what = game
		? (titles.get(game.name) ?? game.name)
		: phrase("diceCount", { count: dice.length });
	const there = rolling
		? phrase("rolling")
		: watching[0]
			? phrase("there", { names: names(watching) })
			: phrase("watching", { count: watchers });
	return [`${what} · ${whose}`, score ?? players?.join(" · "), there]
		.filter(Boolean)
		.map((line) => element("span", {}, line));
}
