import { element } from "./element.js";

/** Of the seats, one after the other; further ones have the next hues of a circle. */
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

/** Each of these players has the colour of their seat from now on. */
export function seat(players = []) {
	seats = players;
}

/**
 * The number of a name's colour; that of a name without a seat is the same on every screen: FNV-1a
 * of its bytes.
 */
function numberOf(name) {
	if (seats.includes(name)) return seats.indexOf(name);
	const hash = new TextEncoder()
		.encode(name)
		.reduce((hash, byte) => Math.imul(hash ^ byte, 16777619), 2166136261);
	return (hash >>> 0) % colours.length;
}

/** The colour of a name. */
export const paintOf = (name) =>
	colours[numberOf(name)] ?? `hsl(${numberOf(name) * 137.5} 60% 28%)`;

/** The colour and the first letter of a name, to stand beside it. */
export function badge(name) {
	// Of plain letters each stands alone; a segmenter takes a browser long to make.
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

/** Whether a name has a seat. */
export const isSeated = (name) => seats.includes(name);

/**
 * Where a name sits around the table, in radians from the right: the first seat, and who has none,
 * is on the near side.
 */
export const sideOf = (name) =>
	-Math.PI / 2 -
	(Math.max(0, seats.indexOf(name)) * 2 * Math.PI) /
		Math.max(1, seats.length);
