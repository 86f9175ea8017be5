import {
	actAt,
	ask,
	cancel,
	endTurn,
	freshEntropy,
	newGame,
	obstacle,
	obstacleToEnd,
	obstacleToRoll,
	roll,
	tap,
	unlessLeft,
	unlockAll,
} from "./acts.js";
import { drawTable } from "./board.js";
import { Connection, refusal, takeToken } from "./connection.js";
import { Contribution } from "./contribution.js";
import { ui, write } from "./element.js";
import { Entry } from "./entry.js";
import { listen, moveAmong } from "./keys.js";
import { names, phrase } from "./language.js";
import { Match } from "./match.js";
import { memory, note, settings } from "./memory.js";
import { Panel } from "./panel.js";
import { Sheet, brief, scored } from "./sheet.js";
import { settle } from "./sound.js";
import { Stage } from "./stage.js";
import { Throws, toSelf } from "./throws.js";
import { callOf } from "./turn.js";
import { Watch } from "./watch.js";
import { settled, thrown } from "./words.js";

let name;
let table;
/** The reason why the table does not show; empty if it does. */
let absence = phrase("connecting");
let notice = "";
let verdict = "";

const stage = new Stage(ui.stage, { tapped: tap });
const sheet = new Sheet({
	why: obstacleToEnd,
	say,
	tell,
	next: newGame,
	end: (box) => ask("table.endTurn", { box }),
	correct: (box) =>
		ask("table.correct", { box, by: table.corrector || undefined }),
});
const match = new Match(sheet, {
	say,
	tell,
	obstacle: () => (isAway() || !mayPlay() ? obstacle() : page.awaited),
	history: (params) =>
		connection.call("table.history", { table: name, ...params }),
});
const throws = new Throws(stage, (number) =>
	ask("table.show", { throw: number }),
);
const connection = new Connection({
	opened,
	notified: (method, params) =>
		method === "tables" ? relist(params) : watch.take(method, params),
	lost: leave,
	refused: (why) => leave(why, true),
});
const watch = new Watch(connection, {
	arrived,
	changed,
	happened,
	missing,
	threw,
	flight: (plan, began) => stage.follow(plan, began),
});
/** Returns the names that play at this screen. */
const own = () => [page.session.as ?? []].flat();
const mayPlay = () => /play|host/.test(page.session.role);
const selves = () => (mayPlay() ? own() : []);
const isMine = (name) => selves().includes(name);
/** Returns true if nothing can be sent: without a daemon, and until the table shows. */
const isAway = () => !!absence || !table;

function opened(opening) {
	// The choice lasts as long as the link.
	ui.secret.checked = settings.get("secret") === opening.expires;
	page.session = opening;
	connection.call("server.watch").then(list, () => {});
	const { role, tables } = opening;
	document.body.dataset.role = role;
	ui.controls.hidden = ui.menu.hidden = !mayPlay();
	ui.tables.hidden = tables?.length === 1 && !memory.get("host");
	if (role === "host" && !memory.get("table")) panel.toggle("tables");
	const wanted = [
		name,
		new URLSearchParams(location.search).get("table"),
		memory.get("table"),
		tables?.includes("default") && "default",
		tables?.[0],
	];
	const known = wanted.find(
		(each) => each && (!tables || tables.includes(each)),
	);
	if (known) join(known);
	else
		import("./places.js")
			.then(({ findTable }) => findTable(page))
			.catch(() => "default")
			.then((found) => page.session === opening && join(found));
}

function join(other) {
	if (other !== name) {
		table = contribution.wanted = sheet.chosen = undefined;
		verdict = "";
		for (const each of [throws, entry]) each.clear();
		draw();
	}
	name = other;
	ui.offer.hidden = true;
	memory.set("table", name);
	contribution.forget();
	watch.begin(name);
}

function leave(why, isForGood = false) {
	absence = why;
	document.body.classList.toggle("refused", isForGood);
	contribution.forget();
	stage.freeze();
	throws.drop();
	draw();
}

function arrived(now) {
	const news =
		table?.game?.over && now.game?.over === false
			? phrase("nextMatch")
			: "";
	table = now;
	absence = page.awaited = "";
	stage.show(table, mayPlay());
	sheet.isTakenBack = false;
	say(news);
	if (news) tell(news);
	changed(table);
	setTimeout(() => panel.prepare().catch(() => {}), 50);
	panel.shown.changed?.();
}

function missing(name, why = phrase("noTable", { table: name })) {
	table = undefined;
	leave(why);
	panel.shown.changed?.();
}

function changed({ commitment }, dice = []) {
	note(commitment);
	if (
		dice.some(
			({ die, animating }) => !animating && stage.dice[die - 1]?.isMoving,
		)
	)
		settle();
	stage.change(dice, table);
	draw();
	contribution.begin();
}

function happened(event) {
	if (event.entry) panel.shown.add?.(event.entry);
	switch (event.event) {
		case "rollAsked":
			contribution.answer(event);
			notice = page.awaited = phrase("waitingFor", {
				names: names(event.contributors.map((each) => each.by)),
			});
			break;
		case "rollSettled":
			page.awaited = "";
			match.celebrate(settled(event), "featOfRoll", event, table);
			notice =
				event.outcome === "void"
					? settled(event, isMine(event.by) ? event.by : selves()[0])
					: "";
			// A hint for players who have never locked a die.
			if (
				!notice &&
				table.game &&
				table.rollsLeft > 0 &&
				isMine(event.by) &&
				!settings.get("hasKept")
			)
				notice = phrase("tapToKeep");
			break;
		case "corrected":
			table.last = brief({ ...event.entry, score: event.entry }, table);
			tell(phrase("corrected", { what: table.last }));
			sheet.isTakenBack = false;
			notice = "";
			break;
		case "throwShown":
			throws.reveal(event.entry);
			tell(
				phrase("shown", { name: event.by, what: thrown(event.entry) }),
			);
			break;
		case "turnEnded":
			check(event.entry, table.commitment);
			table.last = brief(event.entry, table);
			sheet.chosen = undefined;
		case "rollStarted": // The same as for `turnEnded`.
			sheet.isTakenBack = false;
			if (event.event === "rollStarted") throws.shelve();
			page.awaited = "";
			say("");
	}
}

function threw(frame) {
	note(frame.throwCommitment);
	if (frame.dice.some((die) => !die.animating)) settle();
	throws.take(frame);
	if (frame.result)
		match.celebrate(thrown(frame.result), "featOfThrow", frame.result);
}

/** Checks a turn when its seed is revealed, against the commitment received beforehand. */
async function check(entry, promised) {
	const at = name;
	const { verify } = await import("./proof.js");
	const word = await verify(entry, promised);
	if (at !== name) return;
	verdict =
		word && phrase("turnVerdict", { turn: entry.turn, verdict: word });
	const more = `${entry.score ? scored(entry.score, table) : ""}${word && `, ${word}`}`;
	tell(
		[
			phrase("ended", {
				name: entry.by,
				turn: entry.turn,
				total: entry.total,
				more,
			}),
			table && callOf(table, selves()),
		]
			.filter(Boolean)
			.join(" "),
	);
	draw();
}

// The interface for panels.

function list({ tables }) {
	page.tables = tables;
	panel.shown.list?.(tables);
}

/**
 * Joins the awaited table once it exists, and offers a new table where a game has begun for a
 * player at this screen.
 */
function relist(told) {
	const known = new Set([name, ...page.tables.map((each) => each.table)]);
	list(told);
	if (!table && told.tables.some((each) => each.table === name)) join(name);
	const fresh = told.tables.filter((each) => !known.has(each.table));
	if (fresh[0])
		import("./places.js")
			.then(({ offer }) => offer(page, fresh))
			.catch(() => {});
}

const page = {
	connection,
	isAway,
	isMine,
	join,
	mayPlay,
	say,
	sheet,
	show: throws.show,
	throws,
	watch,
	/** The contributors that a roll waits for, as a sentence; empty if there are none. */
	awaited: "",
	session: {},
	tables: [],
	get own() {
		return own();
	},
	get name() {
		return name;
	},
	get table() {
		return table;
	},
};
const { contribution, panel } = Object.assign(page, {
	contribution: new Contribution(page),
	panel: new Panel(page),
});
actAt(page);

// Output.

/** Announces an event in one sentence to screen readers. */
function tell(sentence) {
	write(ui.said, sentence);
}

/**
 * Shows a notice. `asked` is the control to press again to confirm: a box, or the end of the turn.
 */
function say(words, asked) {
	notice = words;
	sheet.asked = asked;
	draw();
}

function draw() {
	document.body.classList.toggle("gone", !!absence);
	write(ui.away, absence);
	write(ui.notice, notice);
	ui.end.classList.toggle("asked", sheet.asked === ui.end);
	ui.roll.ariaDisabled = !!obstacleToRoll();
	// In a sheet game a box ends the turn.
	ui.end.ariaDisabled = !!(obstacleToEnd() || table.game?.rounds);
	if (!table) return;
	const call = match.draw(table, selves(), !!absence);
	document.title = `${isMine(table.up) ? phrase("yourTurn") : "diced"} · ${name}`;
	drawTable(
		table,
		phrase("watching", { count: table.watchers }),
		verdict,
		selves(),
		call,
	);
	sheet.draw(table, selves(), !obstacleToEnd());
}

ui.roll.addEventListener("click", roll);
ui.end.addEventListener("click", endTurn);
ui.secret.addEventListener("change", () =>
	settings.set("secret", ui.secret.checked && page.session.expires),
);

const entry = new Entry(page, (params) => {
	say(isAway() ? obstacle() : "");
	if (isAway()) throw new Error();
	const request = {
		table: name,
		...(ui.secret.checked && toSelf),
		...params,
		entropy: freshEntropy(),
	};
	return connection.call("table.throw", request).catch(
		unlessLeft((error) => {
			if (error.code) throw error;
			say(refusal(error));
		}),
	);
});

listen(
	{
		r: roll,
		" ": roll,
		e: endTurn,
		c: cancel,
		a: unlockAll,
		s: () => sheet.focus(),
		n: newGame,
		v: () => mayPlay() && contribution.choose(!contribution.isOn),
		"/": () => entry.focus(),
		h: () => panel.toggle("history"),
		t: () => panel.toggle("tables"),
		"?": () => panel.toggle("help"),
		Escape: () => panel.name && panel.toggle(),
		typed: (digits) => say(digits && phrase("dieTyped", { digits })),
		tap: (number) => tap(stage.dice[number - 1]),
		move: (...way) => sheet.move(...way) || moveAmong(stage, ...way),
	},
	() => stage.dice.length,
);

addEventListener(
	"hashchange",
	() => location.hash.length > 1 && connection.open(takeToken()),
);
connection.open(takeToken());
