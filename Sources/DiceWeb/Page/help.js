import { element } from "./element.js";
import { choice } from "./host.js";
import { choose, language, languages } from "./language.js";
import { rulesOf } from "./rules.js";
import { choices, chosen, wear } from "./looks.js";
import { phrase } from "./phrases.js";
import { isOn, turnOn } from "./sound.js";
import { localized } from "./titles.js";

const keys = {
	[`r, ${phrase("keySpace")}`]: "keyRoll",
	"1 2 …": "keyDie",
	[phrase("keyArrows")]: "keyMove",
	[phrase("keyEnter")]: "keyLock",
	a: "keyUnlockAll",
	e: "keyEnd",
	s: "keySheet",
	n: "keyNext",
	c: "keyCancel",
	v: "keyContribute",
	"/": "keyThrow",
	"h t ?": "keyPanels",
};

/** Returns the keys that do something at a table. */
function keysAt({ game } = {}) {
	return Object.entries(keys).filter(
		([, name]) => name !== "keySheet" || game?.rounds,
	);
}

/** Returns what a touch does at a table, as keys of phrases. */
function touchesAt({ game } = {}) {
	const ends = game ? "helpBank" : "helpEnd";
	return [
		"helpRoll",
		"helpKeep",
		...(game?.rounds ? ["helpBox", "helpBack"] : [ends]),
		"helpThrow",
		"helpSecret",
		game?.rounds && game.sheets[1] && "helpName",
		!navigator.wakeLock && "helpAwake",
	].filter(Boolean);
}

/** Returns a switch. */
export function toggle(words, isChosen, choose) {
	const box = element("input", {
		type: "checkbox",
		...(isChosen && { checked: "" }),
	});
	box.addEventListener("change", () => choose(box.checked));
	return element("label", {}, box, words);
}

/**
 * Explains how to play: by touch, by the rules of the table's game, and by keys if there is a
 * keyboard.
 */
export function show(place, page) {
	const rules = element("section");
	const tongue = choice(
		phrase("language"),
		Object.entries(languages),
		language,
	);
	tongue.input.addEventListener("change", () => choose(tongue.input.value));
	const looks = Object.entries(choices).map(([kind, names]) => {
		const { input, root } = choice(
			phrase(kind),
			names.map((name) => [name, phrase(name)]),
			chosen(kind),
		);
		input.addEventListener("change", () => wear(kind, input.value));
		return root;
	});
	const fingers = element("ul", { class: "fingers" });
	const keyList = element("dl");
	const hasKeys = matchMedia("(any-hover: hover)").matches;
	place.replaceChildren(
		element(
			"section",
			{},
			toggle(phrase("sound"), isOn(), turnOn),
			tongue.root,
			...looks,
		),
		rules,
		element(
			"section",
			{},
			element("h3", {}, phrase("howTo")),
			fingers,
		),
		...(hasKeys
			? [
					element(
						"section",
						{},
						element("h3", {}, phrase("keys")),
						keyList,
					),
				]
			: []),
	);

	async function changed() {
		const { name, table } = page;
		fingers.replaceChildren(
			...touchesAt(table).map((key) => element("li", {}, phrase(key))),
		);
		keyList.replaceChildren(
			...keysAt(table).flatMap(([key, name]) => [
				element("dt", {}, key),
				element("dd", {}, phrase(name)),
			]),
		);
		rules.replaceChildren();
		if (!table?.game) return;
		const { document } = await page.connection
			.call("table.game", { table: name })
			.catch(() => ({ document: table.rules }));
		if (document && name === page.name)
			rules.replaceChildren(...rulesOf(localized(document)));
	}
	changed();
	return { changed };
}
