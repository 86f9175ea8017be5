import { read } from "./mqtt.js";
import { newest } from "./proof.js";
import { schemas } from "./schema.js";

// Anyone may publish to a broker. Each exported function returns a valid value, rebuilt from the
// members that its schema knows, and `undefined` for an invalid one. The schemas are those of
// `rpc.discover`, so that a new member of a message passes without a change here.

const schemaOf = new Map(Object.entries(schemas));

/** The limits of lists of numbers, of other lists and maps, and of texts. */
const mostNumbers = 10000;
const most = 1000;
const longest = 65536;
/** A newer daemon may send words that a schema does not list. */
const word = /^[\w<=>]{1,20}$/;
/** The page makes titles from names of boxes. */
const boxName = /^\w{1,32}$/;
/** The members that the page ignores: the daemon's watchers are not its audience, which cannot act. */
const unused = ["watchers", "watching", "may"];

/** The schemas of entries and notifications. */
const entries = new Map([
	["turn", "HistoryEntry"],
	["throw", "ThrowResult"],
	["correction", "Correction"],
	["rest", "Rest"],
]);
const notifications = new Map([
	["frame", "Frame"],
	["event", "Event"],
	["throw", "Throw"],
]);

const { id, table, turn, endedAt, by, edition } =
	schemaOf.get("HistoryEntry").properties;
/** The schema of the members that an entry of any edition has. */
const outline = {
	type: "object",
	required: ["id", "kind", "table", "endedAt", "by", "edition"],
	properties: {
		id,
		kind: { type: "string" },
		table,
		turn,
		endedAt,
		by,
		edition,
	},
};

const has = (value, ...names) =>
	names.every((name) => Object.hasOwn(value, name));
const isPossible = ({ value, sides }) => value <= sides;
const inOrder = (dice) =>
	dice.length && dice.every(({ die }, index) => die === index + 1);

/** The rules about several members of a value, by the name of its schema. */
const rules = new Map([
	[
		"DiePlan",
		({ times }) =>
			times.at(-1) > 0 &&
			times.every((time, index) => !index || time >= times[index - 1]),
	],
	["GameState", ({ sheets }) => !sheets || sheets.length],
	[
		"Snapshot",
		({ dice, up, players = [], game }) =>
			inOrder(dice) &&
			(!up || players.includes(up)) &&
			(!game || game.sheets),
	],
	[
		"HistoryEntry",
		({ dice, rolls }) =>
			inOrder(dice) &&
			rolls.length &&
			rolls.every(
				({ rolled, values }) =>
					values.length === dice.length &&
					rolled.every((die) => die <= dice.length),
			),
	],
	["Die", isPossible],
	["TurnDie", isPossible],
	["FlyingDie", (die) => die.hidden || has(die, "value")],
	["ThrowDie", (die) => die.hidden || has(die, "value", "kept", "flags")],
	["ThrowResult", (made) => made.hidden || has(made, "outcome", "text")],
	[
		"Event",
		({ event, entry }) =>
			!entry ||
			(has(entry, "id", "kind", "endedAt") &&
				(event !== "turnEnded" || has(entry, "turn"))),
	],
]);

/**
 * Rebuilds a value by a named schema. An entry of a newer edition is reduced to its outline. A game
 * is returned as it is, because the chain hash covers its whole document.
 */
function named(value, name) {
	if (value.edition > newest && [...entries.values()].includes(name))
		return rebuilt(value, outline);
	const made = rebuilt(value, schemaOf.get(name));
	const isRight = rules.get(name) ?? (() => true);
	if (made === undefined || !isRight(made)) return;
	return name === "Game" ? value : made;
}

function rebuilt(value, schema) {
	const { $ref, oneOf, type } = schema;
	if ($ref) return named(value, $ref);
	if (oneOf)
		return oneOf
			.map((each) => rebuilt(value, each))
			.find((made) => made !== undefined);
	if (type === "array") return list(value, schema);
	if (type === "object")
		return schema.properties ? object(value, schema) : map(value, schema);
	const isValid = { boolean: isFlag, string: isText }[type] ?? isNumber;
	return isValid(value, schema) ? value : undefined;
}

const isFlag = (value) => typeof value === "boolean";

function isNumber(value, { type, minimum = -Infinity, maximum = Infinity }) {
	const fits = type === "integer" ? Number.isSafeInteger : Number.isFinite;
	return fits(value) && value >= minimum && value <= maximum;
}

function isText(value, { pattern, minLength = 0, enum: words }) {
	if (typeof value !== "string" || value.length > longest) return false;
	if (words) return words[1] ? word.test(value) : value === words[0];
	return (
		value.length >= minLength && (!pattern || RegExp(pattern).test(value))
	);
}

function list(value, { items, minItems = 0, maxItems = mostNumbers }) {
	const limit = items.type === "integer" ? mostNumbers : most;
	const fits =
		Array.isArray(value) &&
		value.length >= minItems &&
		value.length <= Math.min(maxItems, limit);
	const made = fits && value.map((each) => rebuilt(each, items));
	return made && !made.includes(undefined) ? made : undefined;
}

function map(value, { additionalProperties }) {
	const names = Object.keys(value);
	const made = list(Object.values(value), { items: additionalProperties });
	return (
		made &&
		Object.fromEntries(names.map((name, index) => [name, made[index]]))
	);
}

/** Rebuilds an object, in the order in which its members are sent. */
function object(value, { properties, required }) {
	const made = {};
	for (const [name, each] of Object.entries(value)) {
		const own = Object.hasOwn(properties, name) && properties[name];
		if (!own || unused.includes(name)) continue;
		made[name] = rebuilt(each, own);
		if (made[name] === undefined) return;
	}
	const { box, boxes = {}, bonuses = {} } = made;
	const names = [...Object.keys(boxes), ...Object.keys(bonuses), box ?? "_"];
	const isRight =
		has(made, ...required) && names.every((each) => boxName.test(each));
	return isRight ? made : undefined;
}

export const tableName = (value) => named(value, "TableName");

/** The document of a game. */
export const document = (value) => named(value, "Game");

/** The state of a table. */
export const snapshot = (value) => named(value, "Snapshot");

/** An entry of the history. */
export function entry(value) {
	if (value.edition > newest) return rebuilt(value, outline);
	const name = entries.get(value.kind);
	const made = name && named(value, name);
	return made && has(made, "id", "endedAt") ? made : undefined;
}

/** A notification from the daemon. */
export function notification({ method, params }) {
	const name = notifications.get(method);
	const made = name && named(params, name);
	return made && { method, params: made };
}

/**
 * Parses a payload and validates it with `form`, which throws if the value is not an object.
 * Returns undefined for an invalid payload.
 */
export function take(form, payload) {
	try {
		return form(JSON.parse(read(payload)));
	} catch {}
}
