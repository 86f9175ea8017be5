import { paintOf } from "./colour.js";
import { shower } from "./confetti.js";
import { element, ui } from "./element.js";
import { phrase } from "./phrases.js";
import { ring } from "./sound.js";

/** The time that a feat shows, in milliseconds. */
const stay = 3000;

/**
 * Returns the feat of a roll in a game: all dice alike, or a straight in one throw. Empty for most
 * rolls.
 */
export function featOfRoll({ outcome, rolled, dice }, { game, rules }) {
	const faces = [...new Set(dice.map(({ value }) => value))].sort(
		(one, other) => one - other,
	);
	if (!game || outcome !== "completed" || dice.length < 5 || !rolled?.[0])
		return "";
	if (!faces[1])
		return (
			rules?.boxes?.find(({ needs }) => needs?.alike?.[0] === dice.length)
				?.title ?? phrase("allAlike")
		);
	const isStraight = faces.some(
		(face, index) => faces[index + 4] === face + 4,
	);
	return isStraight && rolled.length === dice.length
		? phrase("straightAtOnce")
		: "";
}

/** Returns the feat of a throw: a 20 on a die with 20 sides. */
export const featOfThrow = ({ dice }) =>
	dice.some(({ sides, value, kept }) => sides === 20 && value === 20 && kept)
		? phrase("natural20")
		: "";

/** The colors of paper that falls for no player in particular. */
const festive = ["#f2b632", "#e5484d", "#3e9b5f", "#3d6fe0", "#f4efe4"];

/** Celebrates the winners of a match, in their colors. */
export function crown(winners) {
	shower([...winners.map(paintOf), "#f2b632", "#f4efe4"]);
	ring(523, 659, 784, 1047, 784, 1047, 1319);
}

/** Shows a feat and plays its notes; returns it as a sentence. */
export function celebrate(words) {
	if (!words) return "";
	const call = phrase("celebrated", { what: words });
	const banner = element(
		"p",
		{ class: "feat", "aria-hidden": "true" },
		element("span", {}, call),
	);
	ui.stage.append(banner);
	setTimeout(() => banner.remove(), stay);
	shower(festive);
	ring(523, 659, 784, 1047);
	return call;
}
