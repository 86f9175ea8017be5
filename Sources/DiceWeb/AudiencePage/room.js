import { drawTable } from "./board.js";
import { unreadable } from "./broker.js";
import { tell, ui, write } from "./element.js";
import {
	document as rules,
	entry,
	notification,
	snapshot,
	take,
} from "./guard.js";
import { names } from "./language.js";
import { Ledger } from "./ledger.js";
import { phrase } from "./phrases.js";
import { Sheet } from "./sheet.js";
import { Stage } from "./stage.js";
import { Throws } from "./throws.js";
import { Watch } from "./watch.js";
import { settled, thrown } from "./words.js";

/** How late dice may settle, in milliseconds. */
const patience = 2000;

/** The open table. */
export class Room {
	/** The place of the table; undefined while none is open. */
	place;
	#broker;
	#stage = new Stage(ui.stage, { isFlat: true });
	#throws = new Throws(this.#stage);
	#sheet = new Sheet();
	#watch;
	#ledger;
	/** The reason why the broker sends nothing; empty if it does. */
	#away = phrase("connecting");
	/** The status of the host. */
	#status;
	#isMissing = false;
	/** True if this connection has sent the table's state. */
	#isTold = false;
	/**
	 * True if dice are in flight according to the last frame. A watcher who arrives mid-roll has no
	 * plan.
	 */
	#isRolling = false;
	/**
	 * The revision of the last notification, and the time when the dice in flight must have
	 * settled.
	 */
	#revision = 0;
	#end = 0;
	#timer;
	#notice = "";
	#verdict = "";

	constructor(broker) {
		this.#broker = broker;
		this.#watch = new Watch(undefined, {
			arrived: (table) => this.#arrived(table),
			changed: (table, dice = []) => {
				this.#stage.change(dice, table);
				this.#draw();
			},
			happened: (event, table) => this.#happened(event, table),
			missing: () => this.#leave(),
			threw: (frame) => this.#threw(frame),
			flight: (plan, began) => this.#follow(plan, began),
		});
		ui.history.addEventListener("click", () => this.togglePanel());
		ui.close.addEventListener("click", () => this.togglePanel());
	}

	/** `status` is the status of the table's host. */
	open(place, status) {
		if (place.is(this.place)) return;
		this.close();
		this.place = place;
		this.#status = status;
		this.#watch.name = place.name;
		this.#watch.learn({});
		const ledger = new Ledger(
			(...ended) => this.#ledger === ledger && this.#tellOf(...ended),
		);
		this.#ledger = ledger;
		ui.content.replaceChildren(ledger.root);
		write(ui.name, place.name);
		for (const part of [
			ui.facts,
			ui.sum,
			ui.by,
			ui.proof,
			ui.seats,
			ui.said,
		])
			part.replaceChildren();
		// The panel opens beside the dice if there is room.
		this.#showPanel(matchMedia("(min-width: 60rem)").matches);
		this.enter();
		this.#draw();
	}

	close() {
		if (!this.place) return;
		this.#broker.unsubscribe(this.place.topics);
		this.#leave();
		this.place = this.#ledger = undefined;
		this.#isMissing = false;
		this.#verdict = "";
		this.#stage.clear();
		this.#sheet.draw({});
		this.#throws.clear();
		this.#showPanel(false);
	}

	/** Subscribes to the table's topics, if there is a connection. */
	enter() {
		if (this.#broker.isOpen) this.#away = "";
		const { place } = this;
		if (!place || this.#away) return;
		this.#isTold = false;
		this.#broker.subscribe(place.topics, ([refused]) => {
			if (place !== this.place) return;
			if (refused) this.lose(unreadable(refused));
			else if (!this.#isTold) this.#leave();
		});
	}

	lose(why) {
		this.#away = why;
		this.#rest();
	}

	takeStatus(status) {
		if (status === this.#status) return;
		const wasOffline = this.#status === "offline";
		this.#status = status;
		if (status === "offline") return this.#rest();
		// Gets the outcome of the dice that were in flight.
		if (wasOffline) this.enter();
		this.#draw();
	}

	/** Handles a message on one of the table's topics. */
	take(what, payload) {
		const { name } = this.place;
		if (what === "state") {
			if (!payload.length) return this.#leave();
			const state = take(snapshot, payload);
			if (state?.table === name) this.#takeState(state);
		} else if (what === "event") {
			const { method, params } = take(notification, payload) ?? {};
			if (!params || !this.#fits(params)) return;
			this.#revision = params.revision;
			if (method === "frame") this.#isRolling = params.rolling;
			this.#watch.take(method, params);
		} else if (what === "game") {
			const told = payload.length ? take(rules, payload) : undefined;
			if (told) this.#watch.learn(told);
		} else if (what === "history") {
			const ended = take(entry, payload);
			if (ended?.table !== name) return;
			this.#ledger.take(ended);
			if (ended.kind === "throw") this.#throws.recall([ended]);
		}
	}

	/**
	 * Applies a state. A state older than the roll in flight waits until the roll has ended; such a
	 * state may be from a daemon whose revisions have started over.
	 */
	#takeState(state) {
		clearTimeout(this.#timer);
		const rest = this.#end - performance.now();
		if (!this.#watch.table?.isRolling || state.revision >= this.#revision)
			return this.#watch.arrive(state);
		this.#timer = setTimeout(
			() => this.#watch.table?.isRolling && this.#watch.arrive(state),
			rest,
		);
	}

	/**
	 * Returns true if a notification is about this table, and only about dice and sheets that the
	 * table has.
	 */
	#fits({ table, dice, plan, snapshot, entry, game, throw: number }) {
		const { name } = this.place;
		const { table: shown } = this.#watch;
		const known = shown?.dice.length;
		const isOfOther = [
			table,
			snapshot?.table ?? name,
			entry?.table ?? name,
		].some((each) => each !== name);
		return (
			!isOfOther &&
			(!game || !!game.sheets || !!shown?.game) &&
			(number !== undefined ||
				[...(dice ?? []), ...(plan ?? [])].every(
					({ die }) => die <= known,
				))
		);
	}

	// The table's notifications

	#arrived(table) {
		this.#isMissing = this.#isRolling = false;
		this.#isTold = true;
		this.#revision = table.revision;
		this.#stage.show(table);
		this.#note(table.turn, table.commitment, table.roll);
		this.#ledger.promises.noteThrow(table.throwCommitment);
		this.#draw();
	}

	#follow(plan, began) {
		this.#end =
			began +
			Math.max(...plan.map(({ times }) => times.at(-1))) +
			patience;
		this.#stage.follow(plan, began);
	}

	#happened(event, table) {
		this.#notice = "";
		switch (event.event) {
			case "rollAsked":
				this.#notice = phrase("waitingFor", {
					names: names(event.contributors.map((each) => each.by)),
				});
				break;
			case "rollStarted":
				this.#note(table.turn, event.commitment, event.roll);
				this.#throws.shelve();
				break;
			case "rollSettled":
				this.#isRolling = false;
				tell(settled(event));
				if (event.outcome === "void") this.#notice = settled(event);
				break;
			case "throwShown":
				this.#throws.reveal(event.entry);
			case "corrected":
			case "playerRests": // The same as for `throwShown`.
				this.#ledger.take(event.entry);
				break;
			case "turnEnded":
				this.#note(event.entry.turn + 1, event.nextCommitment, 0);
				this.#ledger.take(event.entry);
				if (table.game) this.#throws.retire();
		}
	}

	#note(...promise) {
		this.#ledger.promises.note(...promise);
	}

	#threw(frame) {
		this.#ledger.promises.noteThrow(frame.throwCommitment);
		this.#throws.take(frame);
		if (frame.result) tell(thrown(frame.result));
	}

	#tellOf({ kind, by, turn, total }, verdict) {
		if (kind !== "turn") return;
		this.#verdict = verdict && phrase("turnVerdict", { turn, verdict });
		tell(
			phrase("ended", {
				name: by,
				turn,
				total,
				more: verdict && `, ${verdict}`,
			}),
		);
		this.#draw();
	}

	/** Handles a table that does not exist, or no longer does. */
	#leave() {
		this.#watch.table = undefined;
		this.#isMissing = true;
		this.#rest();
	}

	/**
	 * Stops the dice, because no further state will arrive. Forgets the commitments: the next state
	 * may be that of another table with the same name.
	 */
	#rest() {
		clearTimeout(this.#timer);
		this.#isRolling = false;
		this.#notice = "";
		this.#end = 0;
		this.#ledger?.promises.forgetTurns();
		this.#stage.freeze();
		this.#throws.drop();
		this.#draw();
	}

	// Output

	get #absence() {
		const { host, name } = this.place;
		if (this.#away) return this.#away;
		if (this.#isMissing) return phrase("noTable", { table: name });
		if (this.#status === "offline")
			return phrase("hostOffline", { host: host || phrase("theHost") });
		return this.#watch.table ? "" : phrase("connecting");
	}

	#draw() {
		if (!this.place) return;
		document.body.classList.toggle("gone", !!this.#absence);
		write(ui.away, this.#absence);
		write(ui.notice, this.#notice);
		const { table } = this.#watch;
		if (!table) return;
		const shown = this.#isRolling
			? Object.create(table, { isRolling: { value: true } })
			: table;
		drawTable(shown, this.place.host, this.#verdict);
		this.#sheet.draw(shown, [], false);
	}

	get isPanelOpen() {
		return !ui.panel.hidden;
	}

	togglePanel() {
		this.#showPanel(!this.isPanelOpen);
		(this.isPanelOpen ? ui.title : ui.history).focus();
	}

	#showPanel(isWanted) {
		ui.panel.hidden = !isWanted;
		ui.history.setAttribute("aria-expanded", isWanted);
		document.body.classList.toggle("with-panel", isWanted);
	}
}
