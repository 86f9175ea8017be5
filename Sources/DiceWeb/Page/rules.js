import { needs } from "./bank.js";
import { element } from "./element.js";
import { formatted } from "./language.js";
import { phrase } from "./phrases.js";

/** Returns the rules of a game in words, from its document. */
export function rulesOf({
	title,
	rollsPerTurn: rolls,
	dice,
	boxes,
	bonuses = [],
	joker,
	sets,
	target,
	minimum,
	bankMinimum = 0,
	threeBusts,
	lastRound = true,
}) {
	const titleOf = (name) =>
		boxes.find(({ box }) => box === name)?.title ?? name;
	const lines = boxes
		? [
				phrase("ruleSheet", { count: rolls ?? 1, dice: dice.length }),
				joker && phrase("ruleJoker", { box: titleOf(joker.box) }),
			]
		: [
				phrase("ruleBank"),
				minimum > Math.max(1, bankMinimum) && phrase("ruleMinimum", { points: minimum }),
				bankMinimum > 1 && phrase("ruleBankMinimum", { points: bankMinimum }),
				threeBusts && phrase("ruleThreeBusts", { points: threeBusts }),
				phrase(lastRound ? "ruleLastRound" : "ruleTarget", {
					points: target,
				}),
			];
	const rows = boxes
		? [
				...boxes.map(rowOf),
				...bonuses.map((bonus) => rowOfBonus(bonus, titleOf)),
			]
		: sets.map((set) => [needs(set.needs), "", set.points]);
	const cells = rows.map(([name, words, points]) =>
		element(
			"tr",
			{},
			element("th", { scope: "row" }, name),
			element("td", {}, words),
			element("td", {}, formatted(points)),
		),
	);
	return [
		element("h3", {}, phrase("rulesOf", { game: title })),
		...lines.filter(Boolean).map((line) => element("p", {}, line)),
		element("table", {}, ...cells),
	];
}

function rowOf({ title, needs: needed, points, firstRoll, wins }) {
	const { sum } = points;
	const each =
		sum > 0
			? phrase("sumFace", { face: sum })
			: sum && phrase(sum === "all" ? "sumAll" : "sumAlike");
	const more = [
		needed && needs(needed),
		firstRoll && phrase("firstRoll", { points: firstRoll }),
		wins && phrase("winsAtOnce"),
	];
	return [title, more.filter(Boolean).join(" · "), each ?? points];
}

function rowOfBonus(
	{ title, of: boxes, atLeast, again, points, onlyUpper },
	titleOf,
) {
	const from =
		boxes &&
		phrase("bonusFrom", {
			first: titleOf(boxes[0]),
			last: titleOf(boxes.at(-1)),
			points: atLeast,
		});
	return [
		title,
		from ??
			phrase(onlyUpper ? "bonusAgainUpper" : "bonusAgain", {
				box: titleOf(again),
			}),
		`+${points}`,
	];
}
