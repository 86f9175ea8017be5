import { read } from "./mqtt.js";

// What comes through a broker may be anybody's. Each of these gives what it takes, built new of the members that are known;
// `undefined` for all else.

const within = (least, most, fits = Number.isInteger) => (value) => (fits(value) && value >= least && value <= most ? value : undefined);
const text = (pattern) => (value) => (typeof value === "string" && pattern.test(value) ? value : undefined);
const flag = (value) => (typeof value === "boolean" ? value : undefined);

const list = (most, each) => (value) => {
	const made = Array.isArray(value) && value.length <= most && value.map(each);
	return made && !made.includes(undefined) ? made : undefined;
};

/** An object with these members; one whose name ends in `?` may be missing. `fits` says whether they go together. */
const shape = (members, fits = () => true) => (value) => {
	const made = {};
	for (const [key, taken] of Object.entries(members)) {
		const name = key.replace("?", ""), isThere = Object.hasOwn(value, name);
		if (isThere) made[name] = taken(value[name]);
		if (isThere ? made[name] === undefined : name === key) return;
	}
	return fits(made) ? made : undefined;
};

/** The shape that the word in a member asks for. */
const oneOf = (member, shapes) => (value) => (Object.hasOwn(shapes, value[member]) ? shapes[value[member]](value) : undefined);
const each = (shapes, made) => Object.fromEntries(Object.entries(shapes).map(([name, members]) => [name, made(members)]));

const count = within(0, 2 ** 53), number = within(1, 2 ** 53), amount = within(-1e300, 1e300, Number.isFinite);
const dieNumber = within(1, 1000), sides = within(2, 1000), word = text(/^\w{1,20}$/), line = text(/^.{0,4096}$/su);
/** 64 characters, each of which may be joined of several. */
const label = text(/^.{1,256}$/su);
export const tableName = text(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/);
const hash = text(/^[0-9a-f]{64}$/), entropy = text(/^([0-9a-f]{32})?$/), instant = text(/^[-0-9T:.Z]{1,40}$/);
const reveals = list(16, entropy), labels = list(100, label), numbers = list(1000, dieNumber);
const contributors = list(64, shape({ by: label, commitment: hash, "nextTurn?": flag }));

const inOrder = (dice) => dice.length && dice.every(({ die }, index) => die === index + 1);
const ascend = (times) => times.at(-1) > 0 && times.every((time, index) => !index || time >= times[index - 1]);
const time = within(0, 1e12, Number.isFinite), faces = list(1000, dieNumber);

const plan = list(1000, shape({ die: dieNumber, values: list(50, within(-1e9, 1e9)), times: list(51, time) },
	({ values, times }) => values.length && times.length === values.length + 1 && ascend(times)));
const flight = shape({ elapsed: time, plan });
/** The words of a face, and of each face of a die. */
const words = text(/^.{1,4096}$/su), wordsOfFaces = list(1000, words);
const die = { die: dieNumber, sides, value: dieNumber, locked: flag, "faces?": wordsOfFaces };
const dice = list(1000, shape({ ...die, animating: flag }));

const name = text(/^\w{1,32}$/), points = (value) => (Object.entries(value).every((entry) => name(entry[0]) && count(entry[1]) !== undefined) ? value : undefined);
const boxes = list(40, shape({ box: name, title: label }));
const needs = shape({ "faces?": list(20, dieNumber), "straight?": dieNumber, "alike?": list(20, dieNumber) });
const bonuses = list(10, shape({ bonus: name, title: label, "of?": list(40, name), "atLeast?": count }));

/** The document of a game, as far as it shows. */
export const document = shape({
	name: text(/^[a-z0-9-]{1,32}$/), title: label, "boxes?": boxes, "bonuses?": bonuses, "sets?": list(64, shape({ needs, points: count })), "target?": count, "minimum?": count,
});

const sheet = shape({ "player?": label, boxes: points, bonuses: points, total: count });
/** How a match stands. */
const game = shape({
	name: text(/^[a-z0-9-]{1,32}$/), match: number, round: number, "rounds?": number, over: flag, "winners?": labels, sheets: list(100, sheet),
	"options?": list(40, shape({ box: name, points: count, "joker?": flag })), "turn?": count,
}, ({ sheets }) => sheets.length);

/** The state of a table. Who watches its daemon is nobody's concern here. */
export const snapshot = shape({
	table: tableName, revision: number, turn: number, roll: count, "by?": label, "players?": labels, "up?": label, "rollsPerTurn?": dieNumber, "rollsLeft?": count,
	"commitment?": hash, "throwCommitment?": hash, "contributors?": contributors, dice, "flight?": flight, "game?": game,
}, ({ dice, up, players = [] }) => inOrder(dice) && (!up || players.includes(up)));

const proof = { "commitment?": hash, "entropy?": entropy, "reveals?": reveals, "seed?": hash, "chain?": hash, "seeded?": flag, "edition?": count };
const ended = { id: number, kind: word, table: tableName, endedAt: instant, by: label };
const played = {
	"score?": shape({ match: number, "box?": name, "bust?": flag, points: count, "bonuses?": points }),
	"game?": (value) => (typeof value === "object" ? value : undefined), "players?": labels, "winners?": labels,
};
const turn = shape({
	...ended, ...played, turn: number, total: count, "full?": flag, dice: list(1000, shape(die)), ...proof,
	rolls: list(1000, shape({ ...proof, roll: number, by: label, at: instant, outcome: word, rolled: numbers, values: faces, "reason?": word, "absent?": labels })),
}, ({ rolls, dice }) => rolls.length && inOrder(dice)
	&& rolls.every(({ rolled, values }) => values.length === dice.length && rolled.every((die) => die <= dice.length)));

/** With `open` members, or in their place `hidden` of a secret throw. */
const orHidden = (open, members) => {
	const whole = shape({ ...open, ...members }), hidden = shape({ ...members, hidden: flag });
	return (value) => (value.hidden ? hidden : whole)(value);
};
const ofThrow = (open, members) => list(1000, orHidden({ value: within(-1e12, 1e12), ...open }, { die: dieNumber, sides: within(1, 1e6), "fate?": flag, ...members }));
const check = shape({ target: amount, compare: text(/^[<>]?=?$/), made: flag, "margin?": amount });
const counts = (value) => (Object.entries(value).length <= 1000 && Object.entries(value).every(([word, count]) => words(word) && amount(count) !== undefined) ? value : undefined);
/** What a total means. */
const meaning = { "check?": check, "checks?": list(1000, check), "result?": line, "results?": list(1000, line), "symbols?": counts };
const result = (members) => orHidden({
	outcome: word, "cancelledBy?": label, "message?": line, "total?": amount, "totals?": list(1000, amount), ...meaning, text: text(/^.{0,65536}$/su), "faces?": list(1000, within(1, 1e6)),
}, { table: tableName, throw: number, expression: line, by: label, "label?": label, "saved?": tableName, dice: ofThrow({ kept: flag, flags: list(20, word), "face?": words }), ...proof, ...members });
const thrown = result(ended);

const correction = shape({ ...ended, turn: number, match: number, box: name, points: count, "bonuses?": points, "winners?": labels, ...proof });

/** An entry of the history. */
export const entry = oneOf("kind", { turn, throw: thrown, correction });

const told = { table: tableName, revision: number };
const events = each({
	rollStarted: { by: label, rolled: numbers, roll: number, "commitment?": hash, "plan?": plan },
	rollAsked: { by: label, roll: number, contributors },
	rollSettled: { by: label, rolled: numbers, outcome: word, "absent?": labels, dice, total: count, "rollsLeft?": count },
	lockChanged: { dice },
	throwShown: { by: label, entry: thrown },
	turnEnded: { by: label, entry: turn, "nextCommitment?": hash },
	corrected: { by: label, entry: correction, "up?": label },
	tableChanged: { snapshot },
	contributorsChanged: { contributors },
	tableDeleted: {},
}, (members) => shape({ ...told, event: word, ...members }));

/** A notification of the daemon's. */
export const notification = oneOf("method", each({
	frame: shape({ ...told, turn: number, roll: count, rolling: flag, dice }),
	event: oneOf("event", events),
	throw: shape({
		...told, throw: number, by: label, expression: line, "label?": label, "saved?": tableName, rolling: flag, dice: ofThrow({}, { animating: flag, "faces?": wordsOfFaces }),
		"flight?": flight, "result?": result(), "throwCommitment?": hash,
	}),
}, (params) => shape({ method: word, params })));

/** What a payload says, taken by one of these. They throw if it is not an object, or not JSON. */
export function take(form, payload) {
	try {
		return form(JSON.parse(read(payload)));
	} catch {}
}
