import { keepToken } from "./connection.js";
import { button, element } from "./element.js";
import { ask, choice, form, startBot, titles } from "./host.js";
import { language } from "./language.js";
import { settings } from "./memory.js";
import { phrase } from "./phrases.js";

/** The game offered first, by language. */
const usual = { de: "kniffel", es: "generala" };

/** The levels of bots, with their words. Which one is the best depends on the game. */
const levels = [
	["casual", "botCasual"],
	["good", "botGood"],
	["best", "botBest"],
];

/**
 * Shows a form that asks for the game, the players, which of them share this screen, and which are
 * bots.
 */
export function show(place, page) {
	const game = choice(phrase("whichGame"), [...titles], usual[language]);
	const rows = element("div");
	const add = (name, isHere, level) => {
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
				level
					? levelChoice(level)
					: element("label", {}, here, phrase("here")),
			),
		);
		return input;
	};
	const players =
		page.table?.players?.map((name) => [
			name,
			page.own.includes(name),
			page.table.bots?.includes(name) && "good",
		]) ??
		JSON.parse(settings.get("players") ?? '[["",true],["",false]]');
	for (const player of players) add(...player);
	const kind = { type: "button", class: "more" };
	const more = button(phrase("anotherPlayer"), () => add("").focus(), kind);
	const bot = button(phrase("addBot"), () => add(botName(), false, "good").focus(), kind);
	place.append(
		form(
			phrase("start"),
			begin,
			game.root,
			element("h3", {}, phrase("whoPlays")),
			rows,
			more,
			page.session.shared ? "" : bot,
		),
	);

	/** Returns a name for another bot. */
	function botName() {
		const taken = [...rows.querySelectorAll("[type=text]")].map(({ value }) => value);
		let name = "robo";
		for (let number = 2; taken.includes(name); number += 1) name = `robo ${number}`;
		return name;
	}

	async function begin() {
		const all = [...rows.children]
			.map((row) => [
				row.querySelector("[type=text]").value.trim(),
				row.querySelector("[type=checkbox]")?.checked,
				row.querySelector("select")?.value,
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
		for (const [as, , level] of all)
			if (level) startBot(page, { table, as, ...(level !== "best" && { level }) });
		const guests = all
			.filter(([, isHere, level]) => !isHere && !level)
			.map(([name]) => name);
		if (guests[0]) page.panel.toggle("invite", guests);
		else page.panel.toggle();
	}
}

/** Returns a choice of a bot's level. */
function levelChoice(level) {
	const { input } = choice(
		"",
		levels.map(([value, words]) => [value, phrase(words)]),
		level,
	);
	input.ariaLabel = phrase("botLevel");
	return input;
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
