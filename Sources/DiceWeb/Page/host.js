import { Connection, refusal } from "./connection.js";
import { element, glance, write } from "./element.js";
import { language } from "./language.js";
import { memory } from "./memory.js";
import { phrase } from "./phrases.js";

/**
 * True if this tab may make tables, games and links: its page is a host's, or it has stored the
 * host's link.
 */
export const isHost = ({ session }) =>
	session.role === "host" || !!memory.get("host");

/** The games that every daemon knows, by name: their title, and those that differ in a language. */
const games = [
	["yahtzee", "Yahtzee", { fr: "Yams (Yahtzee)" }],
	["kniffel", "Kniffel"],
	["yatzy", "Yatzy"],
	["maxi-yatzy", "Maxi Yatzy"],
	["generala", "Generala"],
	["yacht", "Yacht"],
	["farkle", "Farkle"],
	["zehntausend", "Zehntausend", { en: "Ten Thousand", fr: "Dix mille", es: "Diez mil" }],
	["pig", "Pig", { de: "Böse Eins", fr: "Cochon", es: "Cerdo" }],
];

/** The titles of these games in the page's language, by name. */
export const titles = new Map(
	games.map(([name, title, others = {}]) => [
		name,
		new Map(Object.entries(others)).get(language) ?? title,
	]),
);

let own;

/**
 * Sends a request as the host: over the page's own connection, or over one opened with the stored
 * host link.
 */
export async function ask({ connection }, method, params) {
	if (connection.session?.role === "host")
		return connection.call(method, params);
	own ??= new Promise((opened, refused) => {
		const hosting = new Connection({
			opened: () => opened(hosting),
			notified() {},
			lost() {},
			refused: (message) => refused({ code: 1, message }),
		});
		hosting.open(memory.get("host"));
	});
	return (await own).call(method, params);
}

/** Has a bot play. Says why if it does not. */
export const startBot = (page, params) =>
	ask(page, "bot.start", params).catch((error) => page.say(refusal(error)));

/** Returns a labeled text field. */
export function field(words, attributes = {}) {
	const input = element("input", {
		type: "text",
		autocomplete: "off",
		autocapitalize: "off",
		...attributes,
	});
	return {
		input,
		root: element(
			"label",
			{ class: "field" },
			element("span", {}, words),
			input,
		),
	};
}

/** Returns a labeled choice of one option; each option is a value and its words. */
export function choice(words, options, chosen) {
	const input = element(
		"select",
		{},
		...options.map(([value, text]) => element("option", { value }, text)),
	);
	if (chosen) input.value = chosen;
	return {
		input,
		root: element(
			"label",
			{ class: "field" },
			element("span", {}, words),
			input,
		),
	};
}

/** Returns a form whose button calls `send`. Errors show above the button. */
export function form(words, send, ...parts) {
	const mistake = element("p", { class: "mistake", role: "alert" });
	const button = element("button", { class: "chief" }, words);
	const root = element(
		"form",
		{ class: "panel-form" },
		...parts,
		mistake,
		button,
	);
	root.addEventListener("submit", async (event) => {
		event.preventDefault();
		button.disabled = true;
		write(mistake, "");
		await Promise.resolve()
			.then(send)
			.catch((error) => write(mistake, refusal(error)));
		button.disabled = false;
	});
	return root;
}

/** The events that show that the person has moved on after pressing a button. */
const signs = ["pointerdown", "focusin", "keydown", "blur"];

/**
 * Returns a button that asks for confirmation before it acts, and asks again after any other event.
 */
export function sureButton(words, action) {
	const button = element("button", { class: "remove" }, words);
	let isSeen;
	let timer;
	// Not every browser focuses a pressed button, so `blur` alone is not enough.
	const forget = ({ target }) => target !== button && ask(false);

	function ask(isAsked) {
		button.classList.toggle("asked", isAsked);
		write(button, isAsked ? phrase("sure") : words);
		isSeen = false;
		clearTimeout(timer);
		if (isAsked)
			timer = setTimeout(() => {
				isSeen = true;
			}, glance);
		for (const sign of signs) {
			if (isAsked) addEventListener(sign, forget, true);
			else removeEventListener(sign, forget, true);
		}
	}

	button.addEventListener("click", () => {
		const isSure = button.matches(".asked");
		if (isSure && !isSeen) return;
		ask(!isSure);
		if (isSure) action().catch((error) => write(button, refusal(error)));
	});
	return button;
}

/** Returns the distinct names in a list separated by commas. */
export const listed = (text) => [
	...new Set(
		text
			.split(",")
			.map((name) => name.trim())
			.filter(Boolean),
	),
];
