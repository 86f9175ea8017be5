import { settings } from "./memory.js";

/**
 * What dice are made of, and what they lie on; the first of each is what a browser shows that has
 * not been told.
 */
export const choices = {
	look: ["ivory", "midnight", "contrast"],
	felt: ["green", "blue", "red", "wood", "plain"],
};

export const chosen = (kind) => document.documentElement.dataset[kind];

/** Chooses one, for all pages of this browser. */
export function wear(kind, name) {
	settings.set(kind, name);
	document.documentElement.dataset[kind] = name;
	dispatchEvent(new Event("look"));
}

/** What this browser has chosen shows from now on. */
export function wearChosen() {
	for (const [kind, names] of Object.entries(choices))
		document.documentElement.dataset[kind] =
			names.find((name) => name === settings.get(kind)) ?? names[0];
}
