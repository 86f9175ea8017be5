import { element } from "./element.js";

/** The colors of the seats, in order; further seats have the next hues of a circle. */
const colours = [
	"#c33",
	"#e82",
	"#ec3",
	"#273",
	"#077",
	"#26d",
	"#84d",
	"#f9c",
];
let seats = [];

/** Gives each of these players the color of their seat. */
export function seat(players = []) {
	seats = players;
}

/**
 * Returns the number of a name's color. For a name without a seat it is an FNV-1a hash of the
 * name's bytes, the same on every screen.
 */
function numberOf(name) {
	if (seats.includes(name)) return seats.indexOf(name);
	const hash = new TextEncoder()
		.encode(name)
		.reduce((hash, byte) => Math.imul(hash ^ byte, 16777619), 2166136261);
	return (hash >>> 0) % colours.length;
}

/** Returns the color of a name. */
export const paintOf = (name) =>
	colours[numberOf(name)] ?? `hsl(${numberOf(name) * 137.5} 60% 28%)`;

/** Returns a badge for a name: its first letter on its color. */
export function badge(name) {
	// In plain text each character is a letter; browsers take long to make a segmenter.
	const isPlain = /^[ -~](?![^ -~])/.test(name);
	const letter =
		isPlain || !Intl.Segmenter
			? [...name][0]
			: new Intl.Segmenter().segment(name).containing(0).segment;
	const made = element("i", {
		class: `badge c${numberOf(name)}`,
		"data-letter": letter.toUpperCase(),
		"aria-hidden": "true",
	});
	made.style.background = paintOf(name);
	return made;
}

/** Returns true if a name has a seat. */
export const isSeated = (name) => seats.includes(name);

/**
 * Returns the position of a name around the table, in radians from the right. The first seat, and
 * any name without a seat, is on the near side.
 */
export const sideOf = (name) =>
	-Math.PI / 2 -
	(Math.max(0, seats.indexOf(name)) * 2 * Math.PI) /
		Math.max(1, seats.length);
