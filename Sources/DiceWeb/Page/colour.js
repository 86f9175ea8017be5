import { element } from "./element.js";

/** Which of the eight colours a name has, on every screen: FNV-1a of its bytes. */
export function colourOf(name) {
	const hash = new TextEncoder().encode(name).reduce((hash, byte) => Math.imul(hash ^ byte, 16777619), 2166136261);
	return (hash >>> 0) % 8;
}

/** The colour and the first letter of a name, to stand beside it. */
export function badge(name) {
	const letter = Intl.Segmenter ? new Intl.Segmenter().segment(name).containing(0).segment : [...name][0];
	return element("i", { class: `badge c${colourOf(name)}`, "data-letter": letter.toUpperCase(), "aria-hidden": "true" });
}
