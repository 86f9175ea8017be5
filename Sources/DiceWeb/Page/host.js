import { Connection, refusal } from "./connection.js";
import { element, write } from "./element.js";
import { phrase } from "./language.js";
import { memory } from "./memory.js";

/**
 * Whether this tab may make tables, games and links: its page is a host's, or it has kept the
 * host's link.
 */
export const isHost = ({ session }) =>
	session.role === "host" || !!memory.get("host");

/** The games that every daemon knows. */
export const titles = new Map([
	["yahtzee", "Yahtzee"],
	["kniffel", "Kniffel"],
	["yatzy", "Yatzy"],
	["maxi-yatzy", "Maxi Yatzy"],
	["generala", "Generala"],
	["yacht", "Yacht"],
	["farkle", "Farkle"],
	["zehntausend", "Zehntausend"],
	["pig", "Pig"],
]);

let own;

/** Asks as the host: over the page's own connection, or over one with the link that was kept. */
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

/** A text with words before it. */
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

/** One of several, each with its value and its words. */
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

/** A form whose button does something; what is wrong shows above it. */
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

/** What may come next after a button was pressed, if not the same button again. */
const signs = ["pointerdown", "focusin", "keydown", "blur"];

/** A button that asks once before it does something, and anew once anything else has come. */
export function sureButton(words, action) {
	const button = element("button", { class: "remove" }, words);
	// Not every browser gives the focus to a button that is pressed, so that it need not lose it.
	const forget = ({ target }) => target !== button && ask(false);

	function ask(isAsked) {
		button.classList.toggle("asked", isAsked);
		write(button, isAsked ? phrase("sure") : words);
		for (const sign of signs) {
			if (isAsked) addEventListener(sign, forget, true);
			else removeEventListener(sign, forget, true);
		}
	}

	button.addEventListener("click", () => {
		const isSure = button.matches(".asked");
		ask(!isSure);
		if (isSure) action().catch((error) => write(button, refusal(error)));
	});
	return button;
}

/** Names that commas part, each once. */
export const listed = (text) => [
	...new Set(
		text
			.split(",")
			.map((name) => name.trim())
			.filter(Boolean),
	),
];
