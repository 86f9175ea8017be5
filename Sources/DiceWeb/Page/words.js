// Sentences about events, worded as in `dicectl`.
import { formatted, names, phrase } from "./language.js";
import { shownOn } from "./shapes.js";

const number = (value) => formatted(Math.round(value * 1e6) / 1e6).replace("-", "−");

/** Returns a settled roll in words: `ann rolled 4, 6, 3 locked, 1, 5. Total 19.` */
export function settled({ by, outcome, reason, absent = [], dice, total, entered }, self) {
	if (outcome === "void") {
		const who = names(absent.map((name) => (name === self ? phrase("you") : name)));
		const why = who
			? phrase(reason === "disconnected" ? "voidLeft" : "voidSilent", { names: who })
			: reason === "serverStopping"
				? phrase("voidStopping")
				: "";
		return phrase(by === self ? "yourVoid" : "void", { name: by, why });
	}
	const values = dice
		.map((die) => (die.locked ? phrase("heldDie", { value: shownOn(die) }) : shownOn(die)))
		.join(", ");
	const cut = entered ? ` (${phrase("entered")})` : outcome === "completed" ? "" : cutBy(reason);
	return phrase("rolled", { name: by, values, cut, total });
}

/** The phrases for reasons that cut a roll short. A player's cancellation has none. */
const cutReasons = new Map([
	["restart", "cutRestart"],
	["disconnected", "cutDisconnected"],
	["tableDeleted", "cutTableDeleted"],
	["serverStopping", "cutServerStopping"],
]);

function cutBy(reason) {
	const why = cutReasons.get(reason);
	return why ? phrase("cutWhy", { why: phrase(why) }) : phrase("cut");
}

/** Returns a throw in words: `ann threw 2d6+3: 4 2 + 3 = 9, for “fire bolt”.` */
export function thrown({ label, ...rest }) {
	const what = label
		? phrase("threwFor", { what: told(rest), label: quoted(label) })
		: told(rest);
	return rest.seenBy ? `${what} (${seen(rest)}).` : `${what}.`;
}

const told = (entry) =>
	phrase(entry.hidden ? "threwSecret" : "threw", {
		name: entry.by,
		text: textOf(entry),
		count: entry.dice.length,
	});

/** Returns a check in words. Targets that ask for a low total have phrases of their own. */
function isMade({ made, margin, compare = "" }) {
	const by = compare.startsWith("<") ? "UnderBy" : "By";
	const key = `${made ? "made" : "missed"}${margin === undefined ? "" : by}`;
	return phrase(key, { margin: number(Math.abs(margin)) });
}

const checksOf = ({ check, checks = check ? [check] : [] }) => checks;

/** Returns the daemon's text of a throw, with its checks in the page's language. */
export function textOf(entry) {
	// An entry from a backup made while its dice were in flight has no text.
	const { expression, text = expression, totals } = entry;
	const checks = [...checksOf(entry)];
	// The sum of several rounds is of no use.
	const shown = totals?.length > 1 ? text.replace(/;\stotal [^;]*/, "") : text;
	return checks[0]
		? shown.replace(/, (made|missed)( by [^;]+)?(?=;|$)/g, (words) =>
				checks[0] ? `, ${isMade(checks.shift())}` : words,
			)
		: shown;
}

/** Returns the meanings of a total: `met` or `missed` checks, outcomes, `symbols` on its dice. */
export function meanings({ result, results = result ? [result] : [], symbols = {}, ...entry }) {
	return [
		...checksOf(entry).map((check) => ({
			kind: check.made ? "met" : "missed",
			words: isMade(check),
		})),
		...results.map((words) => ({ words: words || "–" })),
		...Object.entries(symbols).map(([word, count]) => ({
			kind: "symbols",
			words: `${number(count)} ${word}`,
		})),
	];
}

/** Returns a label in quotes, so that it is not taken for an expression or its dice. */
export const quoted = (label) => phrase("quoted", { label });

/** Returns a throw's expression after its saved name. Omits outcomes: there may be hundreds. */
export function nameOf({ saved, expression }) {
	const short = expression.replace(/=>.*/s, "=> …");
	return saved ? `${saved}: ${short}` : short;
}

/** Returns who sees a secret throw; empty for other throws. */
export const seen = ({ seenBy }) => (seenBy ? phrase("secretFor", { names: names(seenBy) }) : "");

/** Returns the kind of a verdict in any language: `WRONG`, `checked`, `hidden`, or nothing. */
export const verdictKind = (verdict) =>
	verdict.includes(phrase("wrong", { why: "" }))
		? "WRONG"
		: (["checked", "hidden"].find((key) => verdict === phrase(key)) ?? "");

/** Returns the result of a throw, such as `17`; empty if its dice count only symbols. */
export function result({ total, totals, symbols = {}, message, outcome, hidden }) {
	if (hidden) return phrase("hidden");
	if (total === 0 && Object.keys(symbols)[0]) return "";
	return (
		totals?.map(number).join(" ") ??
		(total === undefined ? (message ?? outcome) : number(total))
	);
}

export const roller = ({ by, roll, isRolling, last = phrase("nobodyRolled") }) =>
	by ? phrase(isRolling ? "rolls" : "hasRolled", { name: by }) : roll === 0 ? last : "";
