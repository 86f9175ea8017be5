import { refusal } from "./connection.js";
import { ui } from "./element.js";
import { phrase } from "./language.js";
import { settings } from "./memory.js";
import { lockScoring } from "./sheet.js";

let page;

/** Returns 16 unpredictable bytes in hex. */
export const freshEntropy = () =>
	Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
		byte.toString(16).padStart(2, "0"),
	).join("");

/** Makes the actions below work on the table of `given`, and report their failures there. */
export function actAt(given) {
	page = given;
}

/** Returns the reason why nothing can be changed; undefined if changes are possible. */
export function obstacle() {
	const { table } = page;
	if (page.isAway()) return phrase("away");
	if (!page.mayPlay()) return phrase("watchOnly");
	if (table.game?.over) return phrase("gameOver");
	if (table.isRolling) return phrase("busy");
	if (page.awaited) return page.awaited;
	if (table.up && !page.isMine(table.up))
		return phrase("notYourTurn", { name: table.up });
}

export function obstacleToRoll() {
	const why = obstacle();
	const { table } = page;
	if (why) return why;
	if (table.rollsLeft <= 0) return phrase("noRollsLeft");
	if (table.locked.length === table.dice.length && !table.isBank)
		return phrase("allLocked");
}

export const obstacleToEnd = () =>
	obstacle() ?? (page.table.by ? "" : phrase("nothingRolled"));

/** Returns an error handler that does nothing once the person has left the table in question. */
export const unlessLeft =
	(does, at = page.name) =>
	(error) =>
		at === page.name && does(error);
const failed = () => unlessLeft((error) => page.say(refusal(error)));

/**
 * Sends a request, and repeats it if the turn was full: ending that turn changed the commitment.
 */
export function ask(method, params) {
	page.say("");
	const call = (params) =>
		page.connection.call(method, { table: page.name, ...params });
	const again = unlessLeft((error) => {
		if (error.code !== 27) throw error;
		return call({ entropy: freshEntropy() });
	});
	call(params).catch(again).catch(failed());
}

const attempt = (why, method, params) =>
	why ? page.say(why) : ask(method, params);

const enter = (faces) => ask("table.roll", { faces, ...page.watch.ofRoll });

/** Rolls. For real dice it asks for the faces instead. */
export function roll() {
	const why = obstacleToRoll();
	if (why || !page.table.hand)
		return attempt(why, "table.roll", {
			entropy: freshEntropy(),
			...page.watch.ofRoll,
		});
	import("./faces.js")
		.then(({ askFaces }) => askFaces(page.table, enter))
		.catch(failed());
}

export function endTurn() {
	const why = obstacleToEnd();
	const { sheet, table } = page;
	const left = table?.rollsLeft;
	if (why) return page.say(why);
	if (table.game?.rounds) {
		page.say(phrase("chooseBox"));
		return sheet.focus();
	}
	if (sheet.asked === ui.end || !left || left === Infinity)
		return ask("table.endTurn");
	page.say(phrase("rollsLeft", { count: left }), ui.end);
}

export function newGame() {
	const { game } = page.table ?? {};
	attempt(
		page.isAway() || !page.mayPlay()
			? obstacle()
			: !game
				? phrase("noGame")
				: game.over
					? ""
					: phrase("gameOpen"),
		"table.newGame",
	);
}

export function tap(die) {
	const { table } = page;
	if (!page.mayPlay()) return;
	if (page.isAway()) return page.say(obstacle());
	if (table.mustRollAll && !obstacle())
		return page.say(phrase("nothingRolled"));
	if (!die) return page.say(phrase("noSuchDie"));
	if (die.isMoving) {
		die.root.animate(
			[{}, { translate: "-4%" }, { translate: "4%" }, {}],
			200,
		);
		return page.say(phrase("dieRolls", { die: die.number }));
	}
	settings.set("hasKept", true);
	if (table.isBank && !obstacle())
		return lockScoring(table, die.number, page.connection).catch(failed());
	ask("table.toggleLock", { dice: [die.number] });
}

export function cancel() {
	if (!page.mayPlay() || page.isAway()) return;
	const { isRolling } = page.table;
	const own = page.throws.rows.findLast(
		(row) => row.rolling && page.isMine(row.by),
	)?.number;
	attempt(
		isRolling || own ? "" : phrase("noneInFlight"),
		"table.cancel",
		isRolling ? {} : { throw: own },
	);
}

export const unlockAll = () =>
	attempt(
		obstacle() ?? (page.table.locked[0] ? "" : phrase("noneLocked")),
		"table.unlock",
		{
			dice: page.table?.locked,
		},
	);
