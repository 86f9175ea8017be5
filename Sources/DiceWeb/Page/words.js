/** What happened, in `dicectl`'s words. */

/** `ann, bo and carol`, each once. */
export function names(list) {
	const each = [...new Set(list)];
	return each.length > 1 ? `${each.slice(0, -1).join(", ")} and ${each.at(-1)}` : each[0];
}

const number = (value) => `${Math.round(value * 1e6) / 1e6}`.replace("-", "−");

/** `ann rolled 4, 6, 3 locked, 1, 5. Total 19.` */
export function settled({ by, outcome, reason, absent = [], dice, total }, self) {
	if (outcome === "void") {
		const why = absent[0] ? `: ${names(absent.map((name) => (name === self ? "you" : name)))} ${reason === "disconnected" ? "left" : "did not answer"}` : reason === "serverStopping" ? ": the daemon was stopping" : "";
		return by === self ? `your roll is void${why}; it costs nothing: roll again.` : `${by}'s roll is void${why}; it costs nothing, and ${by} may roll again.`;
	}
	const values = dice.map((die) => (die.locked ? `${die.value} locked` : die.value)).join(", ");
	return `${by} rolled ${values}${outcome === "completed" ? "" : ` (cut short${reason ? `: ${reason}` : ""})`}. Total ${total}.`;
}

/** `ann threw 2d6+3: 4 2 + 3 = 9, for fire bolt.` */
export const thrown = ({ label, ...rest }) => `${told(rest)}${label ? `, for ${label}` : ""}${rest.seenBy ? ` (${seen(rest)})` : ""}.`;

const told = ({ by, text, hidden, dice }) => (hidden ? `${by} rolled ${dice.length} ${dice.length === 1 ? "die" : "dice"} in secret` : `${by} threw ${text}`);

/** Who sees a secret throw; nothing of another. */
export const seen = ({ seenBy }) => (seenBy ? `secret, seen by ${names(seenBy)} alone` : "");

/** The result of a throw: `17`. */
export function result({ total, totals, message, outcome, hidden }) {
	if (hidden) return "hidden";
	return totals?.map(number).join(" ") ?? (total === undefined ? (message ?? outcome) : number(total));
}

export const roller = ({ by, roll, isRolling, last = "nobody has rolled" }) => (by ? `${by} ${isRolling ? "rolls" : "rolled"}` : roll === 0 ? last : "");
