import { phrase } from "./language.js";

/** What the dice of a set must show: `1 1 1`, `4 + 2 alike`, `5 in a row`. */
export function needs({ faces, straight, alike }) {
	if (faces) return faces.join(" ");
	return straight
		? phrase("inARow", { count: straight })
		: phrase("alike", { count: alike.join(" + ") });
}

/** What scores in a bank game, as the document has it: the words and the points of each set. */
export const sets = ({ sets = [] } = {}) =>
	sets.map((set) => [needs(set.needs), set.points]);

/** What is aimed at: `to 10000, at first 500 in one turn`. */
export const aim = ({ target, minimum } = {}) =>
	target
		? phrase(minimum ? "aimAtFirst" : "target", {
				points: target,
				least: minimum,
			})
		: "";
