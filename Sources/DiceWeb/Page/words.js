// What happened, in `dicectl`'s words.
import { names, phrase } from "./language.js";
import { shownOn } from "./shapes.js";

const number = (value) => `${Math.round(value * 1e6) / 1e6}`.replace("-", "−");

/** `ann rolled 4, 6, 3 locked, 1, 5. Total 19.` */
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
	const cut = entered
		? ` (${phrase("entered")})`
		: outcome === "completed"
			? ""
			: phrase(reason ? "cutWhy" : "cut", { why: reason });
	return phrase("rolled", { name: by, values, cut, total });
}

/** `ann threw 2d6+3: 4 2 + 3 = 9, for fire bolt.` */
export const thrown = ({ label, ...rest }) =>
	`${label ? phrase("threwFor", { what: told(rest), label }) : told(rest)}${rest.seenBy ? ` (${seen(rest)})` : ""}.`;

const told = (entry) =>
	phrase(entry.hidden ? "threwSecret" : "threw", {
		name: entry.by,
		text: textOf(entry),
		count: entry.dice.length,
	});

const isMade = ({ made, margin }) =>
	phrase(`${made ? "made" : "missed"}${margin === undefined ? "" : "By"}`, {
		margin: number(Math.abs(margin)),
	});
const checksOf = ({ check, checks = check ? [check] : [] }) => checks;

/** A throw as the daemon writes it down, but for what it says of targets in its own language. */
export function textOf(entry) {
	// A backup that was made while its dice were in flight has left out all else.
	const { expression, text = expression } = entry;
	const checks = [...checksOf(entry)];
	return checks[0]
		? text.replace(/, (made|missed)( by [^;]+)?(?=;|$)/g, (words) =>
				checks[0] ? `, ${isMade(checks.shift())}` : words,
			)
		: text;
}

/** What a total means: whether it is `met` or `missed`, the words of an outcome, the `symbols` on its dice. */
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

/** What was thrown, by the name under which it was saved, too. The words of outcomes are left out: there may be hundreds. */
export function nameOf({ saved, expression }) {
	const short = expression.replace(/=>.*/s, "=> …");
	return saved ? `${saved}: ${short}` : short;
}

/** Who sees a secret throw; nothing of another. */
export const seen = ({ seenBy }) => (seenBy ? phrase("secretFor", { names: names(seenBy) }) : "");

/** `WRONG`, `checked` or `hidden` of what `verify` says, in any language; else empty. */
export const verdictKind = (verdict) =>
	verdict.includes(phrase("wrong", { why: "" }))
		? "WRONG"
		: (["checked", "hidden"].find((key) => verdict === phrase(key)) ?? "");

/** The result of a throw: `17`; nothing where words are all that its dice count. */
export function result({ total, totals, symbols = {}, message, outcome, hidden }) {
	if (hidden) return phrase("hidden");
	if (total === 0 && Object.keys(symbols)[0]) return "";
	return (
		totals?.map(number).join(" ") ?? (total === undefined ? (message ?? outcome) : number(total))
	);
}

export const roller = ({ by, roll, isRolling, last = phrase("nobodyRolled") }) =>
	by ? phrase(isRolling ? "rolls" : "hasRolled", { name: by }) : roll === 0 ? last : "";
