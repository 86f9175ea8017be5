import { read } from "./mqtt.js";
import { newest } from "./proof.js";

// Anyone may publish to a broker. Each of these functions returns a valid value, rebuilt from its
// known members, and `undefined` for an invalid one. An entry must keep every member that its hash
// covers, or an honest entry would look wrong: a test compares the members with those on the wire.

const within = (least, most, fits = Number.isInteger) => {
	return (value) =>
		fits(value) && value >= least && value <= most ? value : undefined;
};
const text = (pattern) => {
	return (value) =>
		typeof value === "string" && pattern.test(value) ? value : undefined;
};
const flag = (value) => (typeof value === "boolean" ? value : undefined);

const list = (most, each) => (value) => {
	const made =
		Array.isArray(value) && value.length <= most && value.map(each);
	return made && !made.includes(undefined) ? made : undefined;
};

/**
 * Validates an object with these members; `name?` is optional. `fits` checks that the members are
 * consistent.
 */
const shape =
	(members, fits = () => true) =>
	(value) => {
		const made = {};
		for (const [key, taken] of Object.entries(members)) {
			const name = key.replace("?", "");
			const part = Object.hasOwn(value, name)
				? taken(value[name])
				: undefined;
			if (part !== undefined) made[name] = part;
			else if (name === key || Object.hasOwn(value, name)) return;
		}
		return fits(made) ? made : undefined;
	};

/** Validates a value by the shape that its kind selects. */
const oneOf = (wordOf, shapes) => (value) => shapes.get(wordOf(value))?.(value);

/** Returns a map from kinds to shapes, each made from its members. */
const each = (shapes, made) => {
	return new Map(
		Object.entries(shapes).map(([name, members]) => [name, made(members)]),
	);
};

/** Validates an object with arbitrary member names. */
const named = (most, name, amount) => (value) => {
	const members = Object.entries(value);
	const fits = ([key, told]) =>
		name(key) !== undefined && amount(told) !== undefined;
	return members.length <= most && members.every(fits) ? value : undefined;
};

const whole = 2 ** 53;
const count = within(0, whole);
const number = within(1, whole);
/** Sums and points may be negative: a face may have a word such as `-1`. */
const sum = within(-whole, whole);
const amount = within(-1e300, 1e300, Number.isFinite);
const dieNumber = within(1, 1000);
const sides = within(2, 1000);
const word = text(/^\w{1,20}$/);
const line = text(/^.{0,65536}$/su);
const notation = text(/^.{0,65536}$/su);
/** Older versions stored longer labels than are valid today. */
const label = text(/^.{1,65536}$/su);
export const tableName = text(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/);
const hash = text(/^[0-9a-f]{64}$/);
const entropy = text(/^([0-9a-f]{32})?$/);
const instant = text(/^[-0-9T:.Z]{1,40}$/);
const reveals = list(64, entropy);
const labels = list(100, label);
const numbers = list(1000, dieNumber);
const contribution = shape({ by: label, commitment: hash, "nextTurn?": flag });
/** 16 names, each with up to four connections. */
const contributors = list(64, contribution);

const inOrder = (dice) =>
	dice.length && dice.every(({ die }, index) => die === index + 1);
const ascend = (times) => {
	return (
		times.at(-1) > 0 &&
		times.every((time, index) => !index || time >= times[index - 1])
	);
};
const time = within(0, 1e12, Number.isFinite);
const faces = list(1000, dieNumber);

const planOfDie = shape(
	{
		die: dieNumber,
		values: list(50, within(-1e9, 1e9)),
		times: list(51, time),
	},
	({ values, times }) =>
		values.length && times.length === values.length + 1 && ascend(times),
);
const plan = list(1000, planOfDie);
const flight = shape({ elapsed: time, plan });
/** The words of one face, and of each face of a die. */
const words = text(/^.{1,4096}$/su);
const wordsOfFaces = list(1000, words);
const die = {
	die: dieNumber,
	sides,
	value: dieNumber,
	locked: flag,
	"faces?": wordsOfFaces,
};
const dice = list(1000, shape({ ...die, animating: flag }));

const name = text(/^\w{1,32}$/);
const points = named(100, name, sum);
const nameOfGame = text(/^[a-z0-9-]{1,32}$/);
const boxes = list(40, shape({ box: name, title: label }));
const needs = shape({
	"faces?": list(20, dieNumber),
	"straight?": dieNumber,
	"alike?": list(20, dieNumber),
});
const bonus = shape({
	bonus: name,
	title: label,
	"of?": list(40, name),
	"atLeast?": count,
});

/** The document of a game: the members that the page shows. */
export const document = shape({
	name: nameOfGame,
	title: label,
	"boxes?": boxes,
	"bonuses?": list(10, bonus),
	"sets?": list(64, shape({ needs, points: count })),
	"target?": count,
	"minimum?": count,
});

const sheet = shape({
	"player?": label,
	boxes: points,
	bonuses: points,
	total: sum,
});
const option = shape({ box: name, points: count, "joker?": flag });
/** The state of a match. */
const game = shape(
	{
		name: nameOfGame,
		match: number,
		round: number,
		"rounds?": number,
		over: flag,
		"winners?": labels,
		sheets: list(100, sheet),
		"options?": list(40, option),
		"turn?": count,
	},
	({ sheets }) => sheets.length,
);

/** The state of a table. The page omits the daemon's watchers. */
export const snapshot = shape(
	{
		table: tableName,
		revision: number,
		turn: number,
		roll: count,
		"by?": label,
		"players?": labels,
		"up?": label,
		"rollsPerTurn?": dieNumber,
		"rollsLeft?": count,
		"commitment?": hash,
		"throwCommitment?": hash,
		"contributors?": contributors,
		dice,
		"flight?": flight,
		"game?": game,
	},
	({ dice, up, players = [] }) =>
		inOrder(dice) && (!up || players.includes(up)),
);

const chance = {
	"entropy?": entropy,
	"reveals?": reveals,
	"entered?": flag,
	"bot?": flag,
};
const proof = {
	"commitment?": hash,
	"seed?": hash,
	"digest?": hash,
	"chain?": hash,
	"seeded?": flag,
	"edition?": count,
};
const ended = {
	id: number,
	kind: word,
	table: tableName,
	endedAt: instant,
	by: label,
};
const score = shape({
	match: number,
	"box?": name,
	"bust?": flag,
	points: sum,
	"bonuses?": points,
});
const played = {
	"score?": score,
	"game?": (value) => (typeof value === "object" ? value : undefined),
	"players?": labels,
	"winners?": labels,
	"hand?": flag,
};
const roll = shape({
	...chance,
	roll: number,
	by: label,
	at: instant,
	outcome: word,
	rolled: numbers,
	values: faces,
	"reason?": word,
	"absent?": labels,
});
const turn = shape(
	{
		...ended,
		...played,
		...proof,
		turn: number,
		total: sum,
		"full?": flag,
		"absent?": flag,
		"entered?": flag,
		"bot?": flag,
		dice: list(1000, shape(die)),
		rolls: list(1000, roll),
	},
	({ rolls, dice }) => {
		const isPossible = ({ rolled, values }) => {
			return (
				values.length === dice.length &&
				rolled.every((die) => die <= dice.length)
			);
		};
		return rolls.length && inOrder(dice) && rolls.every(isPossible);
	},
);

/** Validates a value with `open` members, or, for a secret throw, with `hidden` instead of them. */
const orHidden = (open, members) => {
	const whole = shape({ ...open, ...members });
	const hidden = shape({ ...members, hidden: flag });
	return (value) => (value.hidden ? hidden : whole)(value);
};
const ofThrow = (open, members) => {
	const shown = { value: within(-1e12, 1e12), ...open };
	const known = {
		die: dieNumber,
		sides: within(1, 1e6),
		"fate?": flag,
		...members,
	};
	return list(1000, orHidden(shown, known));
};
const check = shape({
	target: amount,
	compare: text(/^[<>]?=?$/),
	made: flag,
	"margin?": amount,
});
/** The meaning of a total. */
const meaning = {
	"check?": check,
	"checks?": list(1000, check),
	"result?": line,
	"results?": list(1000, line),
	"symbols?": named(1000, words, amount),
};
const result = (members) => {
	const open = {
		outcome: word,
		"reason?": word,
		"message?": line,
		"total?": amount,
		"totals?": list(1000, amount),
		...meaning,
		text: text(/^.{0,65536}$/su),
		"faces?": list(10000, within(1, 1e6)),
	};
	const known = {
		table: tableName,
		throw: number,
		expression: notation,
		by: label,
		"label?": label,
		"saved?": tableName,
		dice: ofThrow({ kept: flag, flags: list(20, word), "face?": words }),
		...chance,
		...proof,
		"cancelledBy?": label,
	};
	return orHidden(open, { ...known, ...members });
};
const thrown = result(ended);

const correction = shape({
	...ended,
	...proof,
	turn: number,
	match: number,
	box: name,
	points: sum,
	"bonuses?": points,
	"winners?": labels,
});

const rest = shape({
	...ended,
	...proof,
	player: label,
	rests: flag,
	"joins?": flag,
	match: number,
	"winners?": labels,
});

const turnOfLater = shape({ ...ended, turn: number, edition: count });
const later = shape({ ...ended, "turn?": number, edition: count });
/** Validates an entry; reduces one of an edition newer than this page to its outline. */
const orLater = (known, outline = later) => {
	return (value) => (value.edition > newest ? outline : known)(value);
};
const kinds = each({ turn, throw: thrown, correction, rest }, (made) => made);

/** An entry of the history. */
export const entry = orLater(oneOf(({ kind }) => kind, kinds));

const told = { table: tableName, revision: number };
const members = {
	rollStarted: {
		by: label,
		rolled: numbers,
		roll: number,
		"commitment?": hash,
		"plan?": plan,
	},
	rollAsked: { by: label, roll: number, contributors },
	rollSettled: {
		by: label,
		rolled: numbers,
		outcome: word,
		"reason?": word,
		"absent?": labels,
		dice,
		total: sum,
		"rollsLeft?": count,
		"entered?": flag,
	},
	lockChanged: { dice },
	throwShown: { by: label, entry: orLater(thrown) },
	turnEnded: {
		by: label,
		entry: orLater(turn, turnOfLater),
		"nextCommitment?": hash,
		"up?": label,
	},
	corrected: { by: label, entry: orLater(correction), "up?": label },
	playerRests: { by: label, entry: orLater(rest), "up?": label },
	tableChanged: { snapshot },
	contributorsChanged: { contributors },
	tableDeleted: {},
};
const events = each(members, (own) => shape({ ...told, event: word, ...own }));
const event = oneOf(({ event }) => event, events);

const frame = shape({
	...told,
	turn: number,
	roll: count,
	rolling: flag,
	dice,
});
const frameOfThrow = shape({
	...told,
	throw: number,
	by: label,
	expression: notation,
	"label?": label,
	"saved?": tableName,
	rolling: flag,
	dice: ofThrow(
		{},
		{ animating: flag, "faces?": wordsOfFaces, "facesOf?": dieNumber },
	),
	"flight?": flight,
	"result?": result(),
	"throwCommitment?": hash,
});
const messages = { frame, event, throw: frameOfThrow };

/** A notification from the daemon. */
export const notification = oneOf(
	({ method }) => method,
	each(messages, (params) => shape({ method: word, params })),
);

/**
 * Parses a payload and validates it with `form`, which throws if the value is not an object.
 * Returns undefined for an invalid payload.
 */
export function take(form, payload) {
	try {
		return form(JSON.parse(read(payload)));
	} catch {}
}
