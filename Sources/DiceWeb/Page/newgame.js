import { keepToken } from "./connection.js";
import { button, element } from "./element.js";
import { ask, choice, form, titles } from "./host.js";
import { language } from "./language.js";
import { settings } from "./memory.js";
import { phrase } from "./phrases.js";

/** The game offered first, by language. */
const usual = { de: "kniffel", es: "generala" };

/** Shows a form that asks for the game, the players, and which of them share this screen. */
export function show(place, page) {
	const game = choice(phrase("whichGame"), [...titles], usual[language]);
	const rows = element("div");
	const add = (name, isHere) => {
		const input = element("input", {
			type: "text",
			maxlength: 64,
			autocomplete: "off",
			"aria-label": phrase("playerNumber", {
				number: rows.children.length + 1,
			}),
			value: name,
		});
		const here = element("input", {
			type: "checkbox",
			...(isHere && { checked: "" }),
		});
		rows.append(
			element(
				"div",
				{ class: "player-row" },
				input,
				element("label", {}, here, phrase("here")),
			),
		);
		return input;
	};
	const players =
		page.table?.players?.map((name) => [name, page.own.includes(name)]) ??
		JSON.parse(settings.get("players") ?? '[["",true],["",false]]');
	for (const player of players) add(...player);
	const more = button(phrase("anotherPlayer"), () => add("", false).focus(), {
		type: "button",
		class: "more",
	});
	place.append(
		form(
			phrase("start"),
			begin,
			game.root,
			element("h3", {}, phrase("whoPlays")),
			rows,
			more,
		),
	);

	async function begin() {
		const all = [...rows.children]
			.map((row) => [
				row.querySelector("[type=text]").value.trim(),
				row.querySelector("[type=checkbox]").checked,
			])
			.filter(([name]) => name);
		const names = all.map(([name]) => name);
		const here = all.filter(([, isHere]) => isHere).map(([name]) => name);
		if (names.length > new Set(names).size)
			throw { code: 1, message: phrase("sameName") };
		const { tables } = await ask(page, "table.list");
		const taken = (name) => tables.some(({ table }) => table === name);
		let table = game.input.value;
		for (let number = 2; taken(table); number += 1)
			table = `${game.input.value}-${number}`;
		await ask(page, "table.create", {
			table,
			game: game.input.value,
			...(names[0] && { players: names }),
		});
		settings.set("players", JSON.stringify(all));
		await play(page, table, here);
		if (names.length > here.length)
			page.panel.toggle(
				"invite",
				names.filter((name) => !here.includes(name)),
			);
		else page.panel.toggle();
	}
}

/**
 * Joins a table under these names, through a new link unless the page has exactly these names. A
 * host's page has these names when the host's link is opened again.
 */
export async function play(page, table, names) {
	const { own } = page;
	const isOwn =
		names.length === own.length &&
		names.every((each) => own.includes(each));
	const made =
		names[0] &&
		!isOwn &&
		(await ask(page, "link.make", { as: names[1] ? names : names[0] }));
	page.join(table);
	if (!made) return;
	const seat = keepToken(new URL(made.url).hash.slice(1));
	settings.set("seat", seat);
	page.connection.open(seat);
}
