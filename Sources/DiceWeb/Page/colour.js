import { element } from "./element.js";

/** How many colours have names; further seats have the next hues of a circle. */
const count = 8;
let seats = [];

/** Each of these players has the colour of their seat from now on. */
export function seat(players = []) {
	seats = players;
}

/** Which of the colours a name without a seat has, on every screen: FNV-1a of its bytes. */
function colourOf(name) {
	const hash = new TextEncoder().encode(name).reduce((hash, byte) => Math.imul(hash ^ byte, 16777619), 2166136261);
	return (hash >>> 0) % count;
}

/** The colour and the first letter of a name, to stand beside it. */
export function badge(name) {
	const letter = Intl.Segmenter ? new Intl.Segmenter().segment(name).containing(0).segment : [...name][0], place = seats.indexOf(name);
	const made = element("i", { class: `badge c${place < 0 ? colourOf(name) : place}`, "data-letter": letter.toUpperCase(), "aria-hidden": "true" });
	if (place >= count) made.style.background = `hsl(${place * 137.5} 60% 28%)`;
	return made;
}

/** Whether a name has a seat. */
export const isSeated = (name) => seats.includes(name);

/** Where a name sits around the table, in radians from the right: the first seat, and who has none, is on the near side. */
export const sideOf = (name) => -Math.PI / 2 - (Math.max(0, seats.indexOf(name)) * 2 * Math.PI) / Math.max(1, seats.length);

/** The colour of a name, as canvases take it. */
export const paintOf = (name) => {
	const made = badge(name);
	document.body.append(made);
	const { backgroundColor } = getComputedStyle(made);
	made.remove();
	return backgroundColor;
};
