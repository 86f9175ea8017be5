import { Acts, freshEntropy } from "./acts.js";
import { drawTable } from "./board.js";
import { Connection, refusal, takeToken } from "./connection.js";
import { Contribution } from "./contribution.js";
import { glance, tell, ui, write } from "./element.js";
import { Entry } from "./entry.js";
import { listen, moveAmong } from "./keys.js";
import { names, phrase } from "./language.js";
import { Match } from "./match.js";
import { memory, note, settings } from "./memory.js";
import { Panel, dress } from "./panel.js";
import { Pending, changedBy } from "./pending.js";
import { Sheet, brief, lossOf, scored } from "./sheet.js";
import { settle } from "./sound.js";
import { Stage } from "./stage.js";
import { Throws, pastThrows, toSelf } from "./throws.js";
import { callOf } from "./turn.js";
import { Watch } from "./watch.js";
import { settled, thrown } from "./words.js";

/** The page: the table that this screen shows, and the people who play at it here. */
class Page {
	/** The name of the table, and the table once it shows. */
	name;
	table;
	/** The contributors that a roll waits for, as a sentence; empty if there are none. */
	awaited = "";
	session = {};
	tables = [];
	/** The reason why the table does not show; empty if it does. */
	#absence = phrase("connecting");
	#notice = "";
	#verdict = "";
	pending = new Pending();
	acts = new Acts(this);
	#stage = new Stage(ui.stage, { tapped: (die) => this.acts.tap(die) });
	sheet = new Sheet(this);
	#match = new Match(this);
	#choice;
	#glance;
	throws = new Throws(this.#stage, (number) =>
		this.acts.ask("table.show", { throw: number }),
	);
	connection = new Connection(this);
	watch = new Watch(this.connection, this);
	contribution = new Contribution(this);
	panel = new Panel(this);
	#entry = new Entry(this, (params) => this.#throw(params));

	constructor() {
		const { acts, panel, sheet } = this;
		ui.roll.addEventListener("click", () => acts.roll());
		ui.end.addEventListener("click", () => acts.endTurn());
		ui.secret.addEventListener("change", () =>
			settings.set("secret", ui.secret.checked && this.session.expires),
		);
		listen(
			{
				r: () => acts.roll(),
				" ": () => acts.roll(),
				e: () => acts.endTurn(),
				c: () => acts.cancel(),
				a: () => acts.unlockAll(),
				s: () => sheet.focus(),
				n: () => acts.newGame(),
				v: () =>
					this.mayPlay &&
					this.contribution.choose(!this.contribution.isOn),
				"/": () => this.#entry.focus(),
				h: () => panel.toggle("history"),
				t: () => panel.toggle("tables"),
				"?": () => panel.toggle("help"),
				Escape: () => panel.name && panel.toggle(),
				typed: (digits) =>
					this.say(digits && phrase("dieTyped", { digits })),
				tap: (number) => acts.tap(this.#stage.dice[number - 1]),
				move: (...way) =>
					sheet.move(...way) || moveAmong(this.#stage, ...way),
			},
			() => this.#stage.dice.length,
		);
	}

	/** The names that play at this screen. */
	get own() {
		return [this.session.as ?? []].flat();
	}
	get mayPlay() {
		return /play|host/.test(this.session.role);
	}
	/** Those of them that may play. */
	get selves() {
		return this.mayPlay ? this.own : [];
	}
	/** The one of them that acts if a request names nobody. */
	get actor() {
		const up = this.table?.up;
		return this.isMine(up) ? up : this.selves[0];
	}
	/** The choice of dice at a table of a bank game; undefined at others. */
	get choice() {
		return this.table?.isBank ? this.#choice : undefined;
	}
	/** True if nothing can be sent: without a daemon, and until the table shows. */
	get isAway() {
		return !!this.#absence || !this.table;
	}

	isMine(name) {
		return this.selves.includes(name);
	}

	/** Sends a request about the table. What it changes on the screen is pending until its answer. */
	call(method, params) {
		const answer = this.connection.call(method, {
			table: this.name,
			...params,
		});
		return this.pending.until(
			answer,
			changedBy(method, params),
			params?.saved ?? params?.expression,
		);
	}

	/** Returns an error handler that does nothing once the person has left the table. */
	unlessLeft(does, at = this.name) {
		return (error) => at === this.name && does(error);
	}

	join(name) {
		if (name !== this.name) {
			this.table = undefined;
			this.contribution.wanted = undefined;
			this.sheet.chosen = undefined;
			this.#verdict = "";
			this.throws.clear();
			this.pending.clear();
			this.#entry.clear();
			this.draw();
		}
		this.name = name;
		ui.offer.hidden = true;
		memory.set("table", name);
		// After a reload the table that was chosen last counts.
		if (location.search)
			history.replaceState(history.state, "", location.pathname);
		this.contribution.forget();
		this.watch.begin(name);
	}

	#leave(why, isForGood = false) {
		this.#absence = why;
		document.body.classList.toggle("refused", isForGood);
		this.contribution.forget();
		this.#stage.freeze();
		this.throws.drop();
		this.draw();
	}

	// The handlers of the connection.

	opened(session) {
		// The choice lasts as long as the link.
		ui.secret.checked = settings.get("secret") === session.expires;
		this.session = session;
		this.connection.call("server.watch").then(
			({ tables }) => {
				this.#list(tables);
				this.#seek();
			},
			() => {},
		);
		const { role, tables } = session;
		document.body.dataset.role = role;
		ui.controls.hidden = ui.menu.hidden = !this.mayPlay;
		ui.tables.hidden = tables?.length === 1 && !memory.get("host");
		if (role === "host" && !memory.get("table"))
			this.panel.toggle("tables");
		const wanted = [
			this.name,
			new URLSearchParams(location.search).get("table"),
			memory.get("table"),
			tables?.includes("default") && "default",
			tables?.[0],
		];
		const known = wanted.find(
			(each) => each && (!tables || tables.includes(each)),
		);
		if (known) this.join(known);
		else
			import("./places.js")
				.then(({ findTable }) => findTable(this))
				.catch(() => "default")
				.then((found) => {
					if (this.session !== session) return;
					if (found) this.join(found);
					else this.#choose();
				});
	}

	/** Shows the list of tables instead of one of them. */
	async #choose() {
		const later = await import("./phrases.js");
		this.missing(this.name, later.phrase("chooseTable"));
		if (this.panel.name !== "tables") this.panel.toggle("tables");
	}

	/** Opens the link in the address as if this page had just loaded. */
	follow() {
		this.name = undefined;
		this.connection.open(takeToken());
	}

	notified(method, params) {
		if (method === "tables") this.#relist(params.tables);
		else this.watch.take(method, params);
	}

	lost(why) {
		this.#leave(why);
	}

	refused(why) {
		this.#leave(why, true);
	}

	#list(tables) {
		this.tables = tables;
		this.panel.shown.list?.(tables);
	}

	/**
	 * Joins the awaited table once it exists, and offers a new table where a game has begun for a
	 * player at this screen.
	 */
	#relist(tables) {
		const known = new Set([
			this.name,
			...this.tables.map((each) => each.table),
		]);
		this.#list(tables);
		if (!this.table && tables.some((each) => each.table === this.name))
			this.join(this.name);
		const fresh = tables.filter((each) => !known.has(each.table));
		if (fresh[0] || !ui.offer.hidden)
			import("./offer.js")
				.then(({ offer }) => offer(this, fresh))
				.catch(() => {});
	}

	/** Offers a match at another table that somebody at this screen plays in. */
	#seek() {
		if (this.table && this.own[0])
			import("./offer.js")
				.then(({ offerElsewhere }) => offerElsewhere(this))
				.catch(() => {});
	}

	// The handlers of the watch.

	arrived(table) {
		const news =
			this.table?.game?.over && table.game?.over === false
				? phrase("nextMatch")
				: "";
		this.table = table;
		this.#absence = this.awaited = "";
		this.#stage.show(table, this.mayPlay);
		this.sheet.isTakenBack = false;
		this.say(news);
		if (news) tell(news);
		this.changed(table);
		this.#recall().catch(() => {});
		this.#seek();
		setTimeout(async () => {
			await this.#stage.ready;
			this.panel.prepare().catch(() => {});
		}, 50);
		this.panel.shown.changed?.();
	}

	/** Completes the list of throws, which may have missed some. */
	async #recall(at = this.name) {
		const isRolled = !!this.table.by;
		await dress();
		const read = async (kind, limit) => {
			const { entries } = await this.call("table.history", { kind, limit });
			return entries;
		};
		const entries = await read("throw", pastThrows);
		const [newest] = isRolled ? [] : await read("all", 1);
		const [turn] = this.table?.game ? await read("turn", 1) : [];
		// A roll takes a throw off the stage.
		if (at === this.name)
			this.throws.recall(
				entries,
				newest?.id === entries[0]?.id,
				turn?.id,
			);
	}

	missing(name, why = phrase("noTable", { table: name })) {
		this.throws.clear();
		this.table = undefined;
		this.#leave(why);
		this.panel.shown.changed?.();
	}

	changed({ commitment }, dice = []) {
		note(commitment);
		const lands = ({ die, animating }) =>
			!animating && this.#stage.dice[die - 1]?.isMoving;
		if (dice.some(lands)) settle();
		this.#stage.change(dice, this.table);
		this.draw();
		this.contribution.begin();
	}

	flight(plan, began) {
		this.#stage.follow(plan, began);
	}

	happened(event) {
		const { sheet, table } = this;
		if (event.entry) this.panel.shown.add?.(event.entry);
		switch (event.event) {
			case "rollAsked":
				this.contribution.answer(event);
				this.#notice = this.awaited = phrase("waitingFor", {
					names: names(event.contributors.map((each) => each.by)),
				});
				break;
			case "rollSettled":
				this.awaited = "";
				this.#match.celebrate(
					settled(event),
					"featOfRoll",
					event,
					table,
				);
				this.#notice =
					this.#noticeOf(event) ||
					(this.#notice === phrase("rolledSince") ? this.#notice : "");
				break;
			case "corrected":
				table.last = brief(
					{ ...event.entry, score: event.entry },
					table,
				);
				tell(phrase("corrected", { what: table.last }));
				sheet.isTakenBack = false;
				this.#notice = "";
				break;
			case "throwShown":
				this.throws.reveal(event.entry);
				tell(
					phrase("shown", {
						name: event.by,
						what: thrown(event.entry),
					}),
				);
				break;
			case "turnEnded":
				this.#check(event.entry, table.commitment);
				table.last = brief(event.entry, table);
				sheet.chosen = undefined;
				if (table.game) this.throws.retire();
				this.#begin(
					event.entry.score?.bust && this.isMine(event.by)
						? lossOf(event.entry.score, table)
						: "",
				);
				break;
			case "rollStarted":
				this.pending.begun("#roll");
				this.throws.shelve();
				if (this.isMine(event.by)) sheet.chosen = undefined;
				this.#begin(sheet.isTakenBack ? phrase("rolledSince") : "");
		}
	}

	/** Forgets what was asked and awaited before a turn or a roll. */
	#begin(notice = "") {
		this.sheet.isTakenBack = false;
		this.awaited = "";
		this.say(notice);
	}

	threw(frame) {
		note(frame.throwCommitment);
		if (this.isMine(frame.by)) this.pending.begun("#entry");
		if (frame.dice.some((die) => !die.animating)) settle();
		this.throws.take(frame);
		if (frame.result)
			this.#match.celebrate(
				thrown(frame.result),
				"featOfThrow",
				frame.result,
			);
	}

	/** Returns the notice after a roll: why it is void, or a hint for those who never kept a die. */
	#noticeOf(event) {
		const { dice, game, rollsLeft } = this.table;
		const isOwn = this.isMine(event.by);
		if (event.outcome === "void")
			return settled(event, isOwn ? event.by : this.selves[0]);
		return game && dice[1] && rollsLeft > 0 && isOwn && !settings.get("hasKept")
			? phrase("tapToKeep")
			: "";
	}

	/** Checks a turn when its seed is revealed, against the commitment received beforehand. */
	async #check(entry, promised) {
		const at = this.name;
		const points = entry.score ? scored(entry.score, this.table) : "";
		const { verify } = await import("./proof.js");
		const word = await verify(entry, promised);
		const { table } = this;
		if (at !== this.name) return;
		this.#verdict =
			word && phrase("turnVerdict", { turn: entry.turn, verdict: word });
		const more = `${points}${word && `, ${word}`}`;
		tell(
			[
				phrase("ended", {
					name: entry.by,
					turn: entry.turn,
					total: entry.total,
					more,
				}),
				table && callOf(table, this.selves),
			]
				.filter(Boolean)
				.join(" "),
		);
		this.draw();
	}

	/** Sends a throw. The entry shows what is wrong with it, the page all else. */
	#throw(params) {
		this.say(this.isAway ? this.acts.obstacle() : "");
		if (this.isAway) throw new Error();
		const request = {
			...(ui.secret.checked && toSelf),
			...params,
			entropy: freshEntropy(),
		};
		return this.call("table.throw", request).catch(
			this.unlessLeft((error) => {
				if (error.code) throw error;
				this.say(refusal(error));
			}),
		);
	}

	/**
	 * Shows a notice. `asked` is the control to press again, once the question has been seen: a box,
	 * or the end of the turn.
	 */
	say(words, asked) {
		const { sheet } = this;
		this.#notice = words;
		sheet.asked = asked;
		sheet.isSeen = false;
		clearTimeout(this.#glance);
		if (asked)
			this.#glance = setTimeout(() => {
				sheet.isSeen = true;
			}, glance);
		this.draw();
	}

	draw() {
		const { acts, name, selves, sheet, table } = this;
		if (table?.isBank && sheet.bank?.Choice) {
			this.#choice ??= new sheet.bank.Choice(this);
			const { up } = table;
			this.#choice.follow(up ? this.isMine(up) : this.mayPlay);
		}
		const mayEnd = acts.isPossible("endTurn");
		document.body.classList.toggle("gone", !!this.#absence);
		write(ui.away, this.#absence);
		write(ui.notice, this.#notice);
		ui.end.classList.toggle("asked", sheet.asked === ui.end);
		ui.roll.ariaDisabled = !acts.isPossible("roll");
		// In a sheet game a box ends the turn.
		ui.end.ariaDisabled = !mayEnd || !!table.game?.rounds;
		if (!table) return;
		const { match, over } = table.game ?? {};
		this.#entry.begin(match && [name, match, over].join());
		const call = this.#match.draw();
		const onlookers = onlookersOf(table);
		document.title = `${this.isMine(table.up) ? phrase("yourTurn") : "diced"} · ${name}`;
		drawTable(
			table,
			onlookers ? phrase("watching", { count: onlookers }) : "",
			this.#verdict,
			selves,
			call,
		);
		sheet.draw(table, selves, mayEnd);
		this.#stage.choose(this.choice);
		this.pending.draw();
	}
}

/**
 * Returns the number of those at a table who do not play: distinct names, and connections without a
 * name.
 */
function onlookersOf({ watchers = 0, watching = [], bots = [], players = watching }) {
	const known = [...new Set([...watching, ...bots])];
	const guests = known.filter((name) => !players.includes(name));
	return guests.length + Math.max(0, watchers - known.length);
}

const page = new Page();
addEventListener("hashchange", () => location.hash.length > 1 && page.follow());
page.follow();
