// The shape of each kind of die: its outline, its edges, the place of its values (x, y, width,
// height, of 100), and its tumble: the degrees turned per value, the angle in radians between one
// direction and the next, and the degrees of spin in three values.
const square = [
	"M22 4H78Q96 4 96 22V78Q96 96 78 96H22Q4 96 4 78V22Q4 4 22 4Z",
	"M24 9H76Q91 9 91 24V76Q91 91 76 91H24Q9 91 9 76V24Q9 9 24 9Z",
	[6, 6, 88, 88],
	[90, Math.PI / 2, 0],
];
const coin = [
	"M50 4A46 46 0 1 1 50 96A46 46 0 1 1 50 4Z",
	"M50 11A39 39 0 1 1 50 89A39 39 0 1 1 50 11Z",
	[16, 26, 68, 48],
	[180, 0, 0],
];
const shapes = {
	4: ["M50 10L92 84H8Z", "", [30, 40, 40, 40], [109, 2.4, 120]],
	6: square,
	8: [
		"M50 4L90 27V73L50 96L10 73V27Z",
		"M50 4L90 73H10Z",
		[28, 34, 44, 38],
		[70, 2.4, 60],
	],
	10: [
		"M50 4L95 42V58L50 96L5 58V42Z",
		"M50 4L77 58L50 74L23 58ZM77 58H95M23 58H5M50 74V96",
		[31, 32, 38, 32],
		[56, 2.4, 0],
	],
	12: [
		"M50 4L77 13L94 36V64L77 87L50 96L23 87L6 64V36L23 13Z",
		"M50 23L76 42L66 72H34L24 42ZM50 23V4M76 42L94 36M66 72L77 87M34 72L23 87M24 42L6 36",
		[31, 33, 38, 34],
		[63, 2.4, 72],
	],
	20: [
		"M50 3L91 26V74L50 97L9 74V26Z",
		"M50 24L77 69H23ZM50 24V3M50 24L91 26M50 24L9 26M77 69L91 26M77 69L91 74" +
			"M77 69L50 97M23 69L9 26M23 69L9 74M23 69L50 97",
		[33, 39, 34, 29],
		[42, 2.4, 120],
	],
};

export const shapeOf = (sides, fate) =>
	fate ? square : (shapes[sides] ?? coin);

/** The places of pips, numbered like the keys of a telephone. */
const pips = ["", "5", "37", "357", "1379", "13579", "134679"];

/** The face of a die of someone else's secret throw. */
export const unknown = "?";

/** The outline on a face that scores nothing and has no number. */
export const blank = "M50 40L60 50L50 60L40 50Z";

/** Returns the text of a die's face: its words, or its value. */
export const shownOn = ({ face, faces, value }) =>
	face ?? faces?.[value - 1] ?? value;

/** Returns the number among the words of a face: 3 for `3+success`. */
export const numberOn = (shown) =>
	`${shown}`
		.split(/(?=[+-])/)
		.reduce(
			(sum, part) => sum + (/^[+-]?\d+$/.test(part) ? Number(part) : 0),
			0,
		);

/** Splits a text into the lines of a face. Long words are cut. */
export function linesOf(text) {
	const lines = text
		.split(/\+|(?<=.)(?=−)/)
		.map((line) =>
			line.length > 12 ? `${[...line].slice(0, 11).join("")}…` : line,
		);
	return lines.length > 3 ? [...lines.slice(0, 2), "…"] : lines;
}

/**
 * Returns the drawing of a face: a path to stroke, in which lines of zero length are dots, or a
 * text.
 */
export function faceOf(value, sides, fate) {
	const dot = (key) =>
		`M${24 + ((key - 1) % 3) * 26} ${24 + Math.floor((key - 1) / 3) * 26}h0`;
	if (value === "blank" || (fate && `${value}` === "0")) return [blank, ""];
	if (fate && value !== unknown)
		return [
			`${+value ? "M28 50h44" : ""}${value > 0 ? "M50 28v44" : ""}`,
			"",
		];
	return sides === 6 && /^[1-6]$/.test(value)
		? [[...pips[value]].map(dot).join(""), ""]
		: ["", `${value}`.replaceAll("-", "−")];
}
