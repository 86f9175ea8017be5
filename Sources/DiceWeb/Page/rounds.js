import { meaningOf } from "./board.js";
import { element, write } from "./element.js";
import { result } from "./words.js";

/** The sizes between which the text of rounds is chosen, in sizes of the page's text. */
const least = 0.875;
const leastFromAfar = 1.125;
const most = 4.5;

/** The maximum number of a round's dice that stay on one line. */
const alongside = 8;

/** Returns the texts of the rounds of a throw; fewer if its text is cut. */
function textsOf({ expression, text = "", totals, results = [] }) {
	const head = `${expression}: `;
	const parts = text.startsWith(head)
		? text.slice(head.length).split("; ")
		: [];
	return parts
		.slice(0, totals.length)
		.map((part, index) => part.replace(`, ${results.at(index)}`, ""));
}

/**
 * Returns the dice of each round in the order of the text; nothing if the text does not tell them
 * apart. Every round has the same numbers and operators beside its dice.
 */
function diceOf(entry) {
	const { totals, dice } = entry;
	const faces = new Set(dice.map(({ face }) => `(${face})`));
	const counts = textsOf(entry).map((text) => {
		let rest = text.slice(0, text.lastIndexOf(" = "));
		for (const face of faces) rest = rest.replaceAll(face, " die ");
		return rest
			.split(/[\s()[\]{},]+/)
			.filter((word) => !/^[!r*_cf]*(x\d+)?$/.test(word)).length;
	});
	const words = counts.reduce((sum, count) => sum + count, 0);
	const others = (words - dice.length) / totals.length;
	let end = 0;
	const rounds = counts.map((count) =>
		dice.slice(end, (end += count - others)),
	);
	const isWhole = counts.every((count) => count >= others);
	return counts.length === totals.length &&
		Number.isInteger(others) &&
		isWhole &&
		!entry.text.includes("… (+")
		? rounds
		: undefined;
}

/** Returns the rounds of a settled throw: the dice, if known, the total and what it means. */
export function roundsOf(entry) {
	const { totals, symbols = {}, checks = [], results } = entry;
	const texts = Object.keys(symbols)[0] ? textsOf(entry) : [];
	const dice = diceOf(entry);
	return totals.map((total, index) => ({
		dice: dice?.at(index),
		total: texts.at(index)?.split(" = ").at(-1) ?? result({ total }),
		meaning: meaningOf({
			checks: checks.slice(index, index + 1),
			results: results?.slice(index, index + 1),
		}),
	}));
}

/** Returns a list of rounds; `show` returns the elements of a round's dice. */
export const listOf = (rounds, show) =>
	element(
		"ol",
		{ class: "rounds" },
		...rounds.map(({ dice = [], total, meaning }, index) =>
			element(
				"li",
				{},
				element(
					"span",
					{ class: dice.length > alongside ? "line many" : "line" },
					element("i", {}, `${index + 1}`),
					...show(dice),
					element("b", {}, total),
				),
				meaning,
			),
		),
	);

/** Draws a settled throw round by round. */
export function divide({ root, hand, sum, dice }, entry) {
	root.querySelector(".meaning")?.remove();
	write(sum, "");
	const list = listOf(roundsOf(entry), (own) =>
		own.flatMap(({ die }) => dice.get(die)?.root ?? []),
	);
	sum.after(list);
	hand.hidden = !hand.firstChild;
}

/**
 * Hides the last children of a list, as many as are in the way of `fits`, and says how many. The
 * current player's is never hidden.
 */
export function shorten(list, fits) {
	const rows = [...list.children].filter((each) => !each.matches(".up"));
	const show = (count) => {
		for (const [index, row] of rows.entries())
			row.toggleAttribute("hidden", index >= count);
		if (count < rows.length) list.dataset.more = `+ ${rows.length - count}`;
		else delete list.dataset.more;
		return fits();
	};
	if (show(rows.length)) return;
	let [low, high] = [0, rows.length];
	while (high - low > 1) {
		const middle = (low + high) >> 1;
		if (show(middle)) low = middle;
		else high = middle;
	}
	show(low);
}

/**
 * Draws a list as large as it fits into this height; a sorted one in few columns. Returns its
 * height in the smallest size. Where nobody can scroll, rows that do not fit even so are hidden.
 */
export function fit(list, height, isWatchedOnly) {
	const { style, childElementCount: count } = list;
	if (isWatchedOnly) shorten(list, () => true);
	const wide = list.matches(".group") ? Math.ceil(count / 12) : Math.min(count, 8);
	const usual = parseFloat(getComputedStyle(document.documentElement).fontSize);
	const smallest = usual * (isWatchedOnly ? leastFromAfar : least);
	const heightOf = (size, columns) => {
		style.setProperty("--columns", columns);
		style.fontSize = `${size}px`;
		return list.scrollWidth > list.clientWidth ? Infinity : list.scrollHeight;
	};
	let best = { size: smallest, columns: 1 };
	let needed = Infinity;
	for (let columns = 1; columns <= wide; columns += 1) {
		const lowest = heightOf(smallest, columns);
		if (lowest < needed && best.size === smallest)
			best = { size: smallest, columns };
		needed = Math.min(needed, lowest);
		if (lowest > height) continue;
		let [low, high] = [best.size, usual * most];
		while (high - low > 1) {
			const size = (low + high) / 2;
			if (heightOf(size, columns) <= height) {
				low = size;
				best = { size, columns };
			} else {
				high = size;
			}
		}
	}
	// A line that is too wide even so gets smaller.
	while (needed === Infinity && best.size > usual / 4) {
		best.size -= 1;
		needed = heightOf(best.size, best.columns);
	}
	const fits = () => heightOf(best.size, best.columns) <= height;
	if (fits() || !isWatchedOnly) return needed;
	shorten(list, fits);
	return height;
}
