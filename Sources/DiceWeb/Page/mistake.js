import { refusal } from "./connection.js";
import { element, ui } from "./element.js";
import { refused } from "./language.js";

/** The maximum number of characters of an expression above its carets. */
const room = 36;

/**
 * Returns the message for an error, with carets under the part of the expression that is wrong, if
 * there is one. `offset` and `length` count bytes of UTF-8. Empty for an error without a code.
 */
export function wordsOf(error, text) {
	if (!error.code) return [];
	const { offset, length } = error.data ?? {};
	const words = refusal(error);
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
	// Screen readers read the sentence alone.
	return [
		element(
			"span",
			{ "aria-hidden": "true" },
			`${shown}\n${" ".repeat(place - first)}${carets}\n`,
		),
		words,
	];
}

/** Shows the notes on a throw, unless the player types the next one. */
export async function showNotes(notes) {
	const words = await Promise.all(notes.map(wordsOfNote));
	if (!ui.expression.value) ui.mistake.replaceChildren(...words);
}

/** Returns a note on an expression, in words. An unknown one has none. */
async function wordsOfNote({ reason, values }) {
	const cause = `note${reason[0].toUpperCase()}${reason.slice(1)}`;
	const sides = values.die?.slice(1);
	const number = values.condition?.replace(/^\D+/, "");
	const words = await refused({ cause, values: { ...values, sides, number } });
	return words ? `${words}\n` : "";
}
