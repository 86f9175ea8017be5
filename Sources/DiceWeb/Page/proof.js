import { bytes, commitmentOf, hex, hmac, sha256 } from "./hash.js";
import { phrase } from "./language.js";
import { numberOn, shownOn } from "./shapes.js";

const encoder = new TextEncoder();
/** Stands before the first entry of a chain. */
export const chainStart = "0".repeat(64);

const digest = (text) => hex(sha256(encoder.encode(text)));
/** Fields of a line; commas join the elements of a list. */
const text = (...fields) => fields.join("|");
const isSame = (list, other) => list.join() === other.join();

export { commitmentOf };

/** The faces that a seed gives to dice with these sides; none if no dice have so many. The place is `TABLE|TURN|ROLL`, or `TABLE|throw|NUMBER`. */
export function faces(seed, place, { entropy = "", reveals = [] }, sides) {
	const words = [], drawn = [];
	if (!sides.every((count) => count > 0 && count <= 2 ** 32)) return drawn;
	for (let block = 0; drawn.length < sides.length; ) {
		if (!words.length) {
			const code = new DataView(hmac(bytes(seed), encoder.encode(text("diced/1", place, entropy, reveals, block++))).buffer);
			for (let offset = 0; offset < 32; offset += 4) words.push(code.getUint32(offset));
		}
		const word = words.shift(), count = sides[drawn.length];
		if (word < 2 ** 32 - (2 ** 32 % count)) drawn.push((word % count) + 1);
	}
	return drawn;
}

/** The hash of an entry, after that of the entry before it. */
export function chainHash(entry, previous) {
	const { kind, edition, turn, seed, endedAt, dice } = entry, table = edition ? text(entry.entered ? `${edition}e` : edition, entry.table) : entry.table;
	const end = ({ outcome, entropy = "", reveals = [], reason = "", absent = [], by }) =>
		edition && outcome === "void" ? text(entropy, reveals, reason, absent.map(digest), by) : text(entropy, reveals, by);
	const numbers = (key, list = dice) => list.map((die) => die[key]);
	// Behind the rolls, of dice with faces of their own.
	const own = dice.filter((die) => die.faces), ownFaces = own[0] ? [text("faces", own.map((die) => `${die.die}=${digest(die.faces.join("\n"))}`))] : [];
	const { score, game, players = [], winners } = entry, played = [];
	if (score) played.push(text("score", score.match, score.box ?? "-", score.points, Object.entries(score.bonuses ?? {}).map((bonus) => bonus.join("="))));
	if (game) played.push(text("game", digest(JSON.stringify(game)), players.map(digest)));
	if (winners) played.push(text("winners", winners.map((name) => players.indexOf(name) + 1)));
	const lines = kind === "throw"
		? [text(table, kind, entry.throw, seed, endedAt), text(digest(entry.expression), entry.outcome, entry.faces ?? [], end(entry))]
		: [text(table, turn, seed, numbers("sides"), endedAt, numbers("die", dice.filter((die) => die.locked)), entry.by),
			...entry.rolls.map((roll) => text(roll.roll, roll.at, roll.outcome, roll.rolled, roll.values, end(roll))), ...ownFaces, ...played];
	return digest([previous, ...lines].join("\n"));
}

function isTurnRight({ table, turn, seed, dice, rolls, total, entered }) {
	let values = rolls[0].values;
	for (const [index, roll] of rolls.entries()) {
		const drawn = entered ? roll.rolled.map((die) => roll.values[die - 1]) : faces(seed, text(table, turn, index + 1), roll, roll.rolled.map((die) => dice[die - 1]?.sides));
		if (drawn.length !== roll.rolled.length) return false;
		const expected = [...values];
		roll.rolled.forEach((die, place) => { expected[die - 1] = drawn[place]; });
		if (roll.roll !== index + 1 || !isSame(roll.values, expected)) return false;
		values = expected;
	}
	return isSame(dice.map((die) => die.value), values) && dice.every(({ faces, sides }) => !faces || faces.length === sides) && dice.reduce((sum, die) => sum + numberOn(shownOn(die)), 0) === total;
}

/** Without the expression only dice of the same sides can be checked. */
function isThrowRight(entry) {
	const { table, seed, dice, faces: shown = [] } = entry, sides = new Set(dice.map((die) => die.sides));
	return entry.entered || sides.size !== 1 || isSame(shown, faces(seed, text(table, "throw", entry.throw), entry, shown.map(() => [...sides][0])));
}

const wrong = (key) => phrase("wrong", { why: phrase(key) });

/** `checked`, `fits its seed` if this page has not seen its promise, `hidden` of a secret throw, `WRONG: …`; empty if it cannot be checked. */
export async function verify(entry, promised, previous) {
	const { commitment, seed, dice } = entry;
	if (!commitment) return "";
	if (![undefined, 3, 4].includes(entry.edition)) return wrong("wrongEdition");
	if ((promised && promised !== commitment) || (seed && commitmentOf(seed) !== commitment)) return wrong("wrongSeed");
	if (!seed) return entry.hidden ? phrase("hidden") : "";
	if (!(entry.kind === "throw" ? isThrowRight : isTurnRight)(entry)) return wrong("wrongFaces");
	const made = (entry.rolls ?? []).filter(({ outcome }) => outcome !== "void");
	if (entry.edition === 4 && entry.score && made[0]?.rolled.length !== dice.length) return wrong("wrongFirstRoll");
	if (previous && entry.chain !== chainHash(entry, previous)) return wrong("wrongChain");
	const verdict = phrase(entry.entered ? "entered" : promised ? "checked" : "fitsSeed");
	return entry.seeded ? phrase("notRandom", { verdict }) : verdict;
}
