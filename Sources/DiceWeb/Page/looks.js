import { settings } from "./memory.js";

/** The materials of the dice and of the table; the first of each is the default. */
export const choices = {
	look: ["ivory", "midnight", "contrast"],
	felt: ["green", "blue", "red", "wood", "plain"],
};

export const chosen = (kind) => document.documentElement.dataset[kind];

/** Chooses a look for all pages of this browser. */
export function wear(kind, name) {
	settings.set(kind, name);
	document.documentElement.dataset[kind] = name;
	dispatchEvent(new Event("look"));
}

/** Applies the looks that this browser has chosen. */
export function wearChosen() {
	for (const [kind, names] of Object.entries(choices))
		document.documentElement.dataset[kind] =
			names.find((name) => name === settings.get(kind)) ?? names[0];
}
