// What happened, in `dicectl`'s words.
import { names, phrase } from "./language.js";

const number = (value) => `${Math.round(value * 1e6) / 1e6}`.replace("-", "−");

/** `ann rolled 4, 6, 3 locked, 1, 5. Total 19.` */
export function settled({ by, outcome, reason, absent = [], dice, total, entered }, self) {
	if (outcome === "void") {
		const who = names(absent.map((name) => (name === self ? phrase("you") : name)));
		const why = who ? phrase(reason === "disconnected" ? "voidLeft" : "voidSilent", { names: who }) : reason === "serverStopping" ? phrase("voidStopping") : "";
		return phrase(by === self ? "yourVoid" : "void", { name: by, why });
	}
	const values = dice.map(({ value, locked }) => (locked ? phrase("heldDie", { value }) : value)).join(", ");
	const cut = entered ? ` (${phrase("entered")})` : outcome === "completed" ? "" : phrase(reason ? "cutWhy" : "cut", { why: reason });
	return phrase("rolled", { name: by, values, cut, total });
}

/** `ann threw 2d6+3: 4 2 + 3 = 9, for fire bolt.` */
export const thrown = ({ label, ...rest }) => `${label ? phrase("threwFor", { what: told(rest), label }) : told(rest)}${rest.seenBy ? ` (${seen(rest)})` : ""}.`;

const told = ({ by, text, hidden, dice }) => phrase(hidden ? "threwSecret" : "threw", { name: by, text, count: dice.length });

/** Who sees a secret throw; nothing of another. */
export const seen = ({ seenBy }) => (seenBy ? phrase("secretFor", { names: names(seenBy) }) : "");

/** `WRONG`, `checked` or `hidden` of what `verify` says, in any language; else empty. */
export const verdictKind = (verdict) => (verdict.includes(phrase("wrong", { why: "" })) ? "WRONG" : ["checked", "hidden"].find((key) => verdict === phrase(key)) ?? "");

/** The result of a throw: `17`. */
export function result({ total, totals, message, outcome, hidden }) {
	if (hidden) return phrase("hidden");
	return totals?.map(number).join(" ") ?? (total === undefined ? (message ?? outcome) : number(total));
}

export const roller = ({ by, roll, isRolling, last = phrase("nobodyRolled") }) => (by ? phrase(isRolling ? "rolls" : "hasRolled", { name: by }) : roll === 0 ? last : "");
