import { phrase } from "./language.js";

/** Returns the dice that a set requires: `1 1 1`, `4 + 2 alike`, `5 in a row`. */
export function needs({ faces, straight, alike }) {
	if (faces) return faces.join(" ");
	return straight
		? phrase("inARow", { count: straight })
		: phrase("alike", { count: alike.join(" + ") });
}

/** Returns the scoring sets of a bank game's document as pairs of words and points. */
export const sets = ({ sets = [] } = {}) =>
	sets.map((set) => [needs(set.needs), set.points]);

/** Returns the target of a bank game: `to 10000, at first 500 in one turn`. */
export const aim = ({ target, minimum } = {}) =>
	target
		? phrase(minimum ? "aimAtFirst" : "target", {
				points: target,
				least: minimum,
			})
		: "";
