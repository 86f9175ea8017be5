import { bytes, commitmentOf, hex, hmac, sha256 } from "./hash.js";
import { phrase } from "./phrases.js";
import { numberOn, shownOn } from "./shapes.js";

const encoder = new TextEncoder();

/**
 * The editions whose entries can be checked. An entry without an edition is older than all others.
 */
const editions = [0, 3, 4, 5];
/** The newest edition that can be checked. */
export const newest = editions.at(-1);
/**
 * Returns true if entries of an edition have their own hash, which the chain then covers instead of
 * their contents.
 */
const hasDigest = (edition) => edition >= 5;

/** The chain hash before the first entry. */
export const chainStart = "0".repeat(64);

const digest = (text) => hex(sha256(encoder.encode(text)));
/** Joins the fields of a line; commas join the elements of a list. */
const text = (...fields) => fields.join("|");
const isSame = (list, other) => list.join() === other.join();

export { commitmentOf };

/** Yields the bits that a seed expands to, in blocks of 256, as 32-bit numbers. */
function* wordsOf(seed, place, { entropy = "", reveals = [] }) {
	for (let block = 0; ; block += 1) {
		const line = encoder.encode(
			text("diced/1", place, entropy, reveals, block),
		);
		const code = new DataView(hmac(bytes(seed), line).buffer);
		for (let offset = 0; offset < 32; offset += 4)
			yield code.getUint32(offset);
	}
}

/** Returns the faces that a seed produces at `TABLE|TURN|ROLL` or `TABLE|throw|NUMBER`. */
export function faces(seed, place, roll, sides) {
	const drawn = [];
	if (!sides.every((count) => count > 0 && count <= 2 ** 32)) return drawn;
	if (!sides.length) return drawn;
	for (const word of wordsOf(seed, place, roll)) {
		const count = sides[drawn.length];
		if (word < 2 ** 32 - (2 ** 32 % count)) drawn.push((word % count) + 1);
		if (drawn.length === sides.length) break;
	}
	return drawn;
}

/**
 * Returns the first line of an entry, which identifies it: its edition, `b` if a bot acted, `e` if
 * faces were entered.
 */
function headOf({ edition, bot, entered, table }, ...fields) {
	if (!edition) return text(table, ...fields);
	const marks = `${bot && hasDigest(edition) ? "b" : ""}${entered ? "e" : ""}`;
	return text(`${edition}${marks}`, table, ...fields);
}

function lineOfRoll({ edition }, roll) {
	const { entropy = "", reveals = [], reason = "", absent = [] } = roll;
	const isVoid = edition && roll.outcome === "void";
	const why = isVoid ? [reason, absent.map(digest)] : [];
	const number = `${roll.roll}${roll.bot && hasDigest(edition) ? "b" : ""}`;
	const { at, outcome, rolled, values, by } = roll;
	return text(
		number,
		at,
		outcome,
		rolled,
		values,
		entropy,
		reveals,
		...why,
		by,
	);
}

function lineOfScore({ match, box = "-", points, bonuses = {} }) {
	const list = Object.entries(bonuses).map((bonus) => bonus.join("="));
	return text("score", match, box, points, list);
}

function linesOfWinners({ winners }, players) {
	if (!winners) return [];
	return [
		text(
			"winners",
			winners.map((name) => players.indexOf(name) + 1),
		),
	];
}

function linesOfTurn(entry, players) {
	const { turn, seed = "", dice, endedAt, by, score, game } = entry;
	const sides = dice.map((die) => die.sides);
	const locked = dice.filter((die) => die.locked).map(({ die }) => die);
	const head = headOf(entry, turn, seed, sides, endedAt, locked, by);
	const lines = [head, ...entry.rolls.map((roll) => lineOfRoll(entry, roll))];
	const own = dice.filter(({ faces }) => faces);
	const listed = own.map(
		({ die, faces }) => `${die}=${digest(faces.join("\n"))}`,
	);
	if (listed[0]) lines.push(text("faces", listed));
	if (score) lines.push(lineOfScore(score));
	if (entry.absent && hasDigest(entry.edition)) lines.push("absent");
	if (game)
		lines.push(
			text("game", digest(JSON.stringify(game)), players.map(digest)),
		);
	return [...lines, ...linesOfWinners(entry, players)];
}

function linesOfThrow(entry) {
	const {
		expression,
		outcome,
		faces = [],
		entropy = "",
		reveals = [],
		by,
	} = entry;
	const head = headOf(
		entry,
		"throw",
		entry.throw,
		entry.seed ?? "",
		entry.endedAt,
	);
	return [
		head,
		text(digest(expression), outcome, faces, entropy, reveals, by),
	];
}

function linesOfCorrection(entry, players) {
	const { turn, endedAt, by } = entry;
	const head = headOf(entry, "correction", turn, endedAt, by);
	return [head, lineOfScore(entry), ...linesOfWinners(entry, players)];
}

function linesOfRest(entry, players) {
	const { endedAt, by, match, player, rests, joins } = entry;
	const state = joins ? "joins" : rests ? "rests" : "back";
	const line = text("rest", match, digest(player), state);
	return [
		headOf(entry, "rest", endedAt, by),
		line,
		...linesOfWinners(entry, players),
	];
}

/** The lines that the chain covers, by kind of entry. */
const lines = new Map([
	["turn", linesOfTurn],
	["throw", linesOfThrow],
	["correction", linesOfCorrection],
	["rest", linesOfRest],
]);

const linesOf = (entry, players = entry.players ?? []) =>
	lines.get(entry.kind)(entry, players);

/**
 * Returns the hash of the lines that the chain covers. `players` are those of the entry's match.
 */
const digestOf = (entry, players) => digest(linesOf(entry, players).join("\n"));

/**
 * Returns the chain hash of an entry, given that of its predecessor. `players` are those of the
 * entry's match.
 */
export function chainHash(entry, previous, players) {
	if (!hasDigest(entry.edition))
		return digest([previous, ...linesOf(entry, players)].join("\n"));
	return digest(
		`${previous}\n${entry.hidden ? entry.digest : digestOf(entry, players)}`,
	);
}

/** Returns false if an entry contradicts its chain hash. Entries that are not fully known pass. */
function isLinked(entry, previous, players = entry.players) {
	const { chain, edition, hidden, winners } = entry;
	const isWhole = !hidden && (!winners || !!players);
	if (isWhole && entry.digest && entry.digest !== digestOf(entry, players))
		return false;
	if (!previous || !(isWhole || (hidden && hasDigest(edition)))) return true;
	return chain === chainHash(entry, previous, players);
}

/** Returns the faces that a roll's dice must show; entered faces are taken as they are. */
function drawnOf({ table, turn, seed, dice, entered }, roll, number) {
	if (entered) return roll.rolled.map((die) => roll.values[die - 1]);
	const sides = roll.rolled.map((die) => dice[die - 1]?.sides);
	return faces(seed, text(table, turn, number), roll, sides);
}

function isTurnRight(entry) {
	const { dice, rolls, total } = entry;
	let values = rolls[0].values;
	for (const [index, roll] of rolls.entries()) {
		const drawn = drawnOf(entry, roll, index + 1);
		if (drawn.length !== roll.rolled.length) return false;
		const expected = [...values];
		for (const [place, die] of roll.rolled.entries())
			expected[die - 1] = drawn[place];
		if (roll.roll !== index + 1 || !isSame(roll.values, expected))
			return false;
		values = expected;
	}
	const shown = dice.map((die) => die.value);
	const areWhole = dice.every(
		({ faces, sides }) => !faces || faces.length === sides,
	);
	const sum = dice.reduce((sum, die) => sum + numberOn(shownOn(die)), 0);
	return isSame(shown, values) && areWhole && sum === total;
}

/**
 * Checks the faces of a throw. Without evaluating the expression, only dice with equal sides can be
 * checked.
 */
function isThrowRight(entry) {
	const { table, seed, dice, faces: shown = [] } = entry;
	const [sides, ...others] = new Set(dice.map((die) => die.sides));
	if (entry.entered || others[0] || !sides) return true;
	const place = text(table, "throw", entry.throw);
	const sidesOfEach = shown.map(() => sides);
	return isSame(shown, faces(seed, place, entry, sidesOfEach));
}

const wrong = (key) => phrase("wrong", { why: phrase(key) });

// Returns the verdict on an entry: `checked`; `fits its seed` if this page did not see the
// commitment; `hidden` for a secret throw; `WRONG: …`; `not checked: …` for an edition newer than
// this page; empty if there is nothing to check. `players` are those of the entry's match.
export async function verify(entry, promised, previous, players) {
	const { commitment, seed, dice, edition = 0 } = entry;
	if (edition > newest) return phrase("notChecked", { edition });
	if (!editions.includes(edition)) return wrong("wrongEdition");
	if (!lines.has(entry.kind)) return wrong("wrongEntry");
	const isPromised = !promised || promised === commitment;
	if (!isPromised || (seed && commitmentOf(seed) !== commitment))
		return wrong("wrongSeed");
	const isTurn = entry.kind === "turn";
	const isRight = isTurn ? isTurnRight : isThrowRight;
	if (seed && !isRight(entry)) return wrong("facesDiffer");
	const first = entry.rolls?.find(({ outcome }) => outcome !== "void");
	const isScored = isTurn && edition >= 4 && !!entry.score;
	if (seed && isScored && first?.rolled.length !== dice.length)
		return wrong("wrongFirstRoll");
	if (entry.chain && !isLinked(entry, previous, players))
		return wrong("wrongChain");
	if (entry.hidden) return phrase("hidden");
	if (!seed) return "";
	const verdict = phrase(
		entry.entered ? "entered" : promised ? "checked" : "fitsSeed",
	);
	return entry.seeded ? phrase("notRandom", { verdict }) : verdict;
}
