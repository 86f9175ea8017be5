import { markOf, meaningOf } from "./board.js";
import { badge } from "./colour.js";
import { element } from "./element.js";
import { formatted, locale } from "./language.js";
import { phrase } from "./phrases.js";
import { newest } from "./proof.js";
import { listOf, roundsOf } from "./rounds.js";
import { shownOn, unknown } from "./shapes.js";
import { titleOf } from "./sheet.js";
import { nameOf, quoted, result, textOf, thrown, verdictKind } from "./words.js";

/**
 * Returns the title of an entry that is not about a turn: a player rests or is back, or a kind that
 * this page does not know.
 */
function nameOfOther({ kind, player, rests, joins }) {
	if (!player) return kind;
	return phrase(joins ? "joins" : rests ? "rests" : "isBack", {
		name: player,
	});
}

/** Returns the members that every entry has, for an entry of an edition newer than this page. */
const outlineOf = ({ id, kind, by, turn, endedAt }) => ({
	id,
	kind,
	by,
	turn,
	endedAt,
});

/** The maximum number of dice shown for an entry. */
const most = 50;

/** Returns a line for a roll of a turn, with the dice that it did not roll in brackets. */
function lineOf({ by, outcome, rolled, values }, dice) {
	if (outcome === "void") return `${by}: ${phrase("voidRoll")}`;
	const shown = values.map((value, index) => {
		const words = shownOn({ ...dice[index], value });
		return rolled.includes(index + 1) ? words : `[${words}]`;
	});
	return `${by}: ${shown.join(" ")}`;
}

function chipOf(die) {
	const state = die.locked ? "held" : die.kept === false ? "out" : "";
	return span(state, die.hidden ? unknown : shownOn(die));
}

const span = (name, ...children) =>
	element("span", { class: name }, ...children);

/** Returns the rounds of a throw, with their dice unless these are too many. */
const roundsIn = (entry) =>
	listOf(roundsOf(entry), (own) =>
		own[0] && entry.dice.length <= most
			? [span("chips", ...own.map(chipOf))]
			: [],
	);

/**
 * Returns a row of the history of a table. `isCorrected` is true for a score that a later entry has
 * replaced.
 */
export function rowOf(told, verdict, show, table, isCorrected) {
	const entry = told.edition > newest ? outlineOf(told) : told;
	const {
		id,
		kind,
		by,
		label,
		turn,
		endedAt,
		commitment,
		seed,
		hidden,
		score,
	} = entry;
	const {
		rolls = [],
		dice = [],
		total,
		box = score?.box,
		points = score?.points ?? total,
	} = entry;
	const isThrow = kind === "throw" && !!entry.expression;
	const title = titleOf(box, table);
	const what =
		kind === "correction" && title
			? phrase("correctedTo", { box: title })
			: title;
	const name = isThrow
		? nameOf(entry)
		: turn
			? phrase("turn", { turn })
			: nameOfOther(entry);
	const subject =
		what ?? (score?.bust ? phrase("turnLost") : label && quoted(label));
	const author = entry.bot ? `${by} (${phrase("isBot")})` : by;
	const about = entry.absent
		? [subject, `(${phrase("isAway")})`].filter(Boolean).join(" ")
		: subject;
	const lines = rolls.map((roll) => lineOf(roll, dice));
	if (isThrow) lines.push(hidden ? thrown(entry) : textOf(entry));
	const more =
		dice.length > most ? phrase("more", { count: dice.length - most }) : "";
	const sum = (isThrow ? result(entry) : formatted(points ?? "")) ?? "";
	const mark = (words) => (isCorrected ? element("s", {}, words) : words);
	const time = new Date(endedAt).toLocaleString(locale, {
		dateStyle: "short",
		timeStyle: "short",
	});
	const isDivided = isThrow && !hidden && entry.totals?.length > 1;
	const summary = element(
		"summary",
		{},
		span(
			"head",
			element("b", {}, name),
			span("who", badge(by), about ? `${author} · ` : author, mark(about ?? "")),
			span(
				"sum",
				mark(isDivided ? "" : sum),
			),
		),
		...(isDivided
			? [roundsIn(entry)]
			: [
					meaningOf(entry),
					span("chips", ...dice.slice(0, most).map(chipOf), more),
				]),
		span("foot", time, span(verdictKind(verdict), verdict)),
	);
	const promise = commitment
		? phrase(seed ? "promiseSeed" : "promise", { commitment, seed })
		: "";
	return element(
		"details",
		{ id: `entry-${id}` },
		summary,
		...lines.map((line) => element("p", {}, line)),
		markOf(entry, show),
		element("code", {}, promise),
	);
}
