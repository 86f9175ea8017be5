import { refusal } from "./connection.js";
import { element } from "./element.js";

/** How many characters of a notation stand above carets. */
const room = 36;

/**
 * What is wrong with an expression, with carets below the place, which counts bytes of UTF-8;
 * nothing if it is another error.
 */
export function wordsOf({ code, message, data }, text) {
	if (!code) return [];
	const { offset, length } = data ?? {};
	const words = refusal({ code, message, data });
	if (offset === undefined) return [words];
	const bytes = new TextEncoder().encode(text);
	const count = (start, end) =>
		[...new TextDecoder().decode(bytes.slice(start, end))].length;
	const letters = [...text];
	const place = count(0, offset);
	const first = Math.max(0, place - room / 2);
	const shown = letters.slice(first, first + room).join("");
	const carets = "^".repeat(
		Math.max(
			1,
			Math.min(count(offset, offset + length), room - place + first),
		),
	);
	// A voice reads the sentence alone.
	return [
		element(
			"span",
			{ "aria-hidden": "true" },
			`${shown}\n${" ".repeat(place - first)}${carets}\n`,
		),
		words,
	];
}
