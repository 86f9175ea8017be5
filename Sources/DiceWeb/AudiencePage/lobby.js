import { element, ui, write } from "./element.js";
import { snapshot, take } from "./guard.js";
import { read } from "./mqtt.js";
import { phrase } from "./phrases.js";
import { numberOn, shownOn } from "./shapes.js";

/** The maximum number of hosts and tables listed, and of dice shown for each. */
const most = 10000;
const shown = 10;

const byName = (one, other) =>
	one.name < other.name ? -1 : one.name > other.name ? 1 : 0;

/** The list of tables, by host. */
export class Lobby {
	#prefix;
	#hosts = new Map();
	#order = [];
	#count = 0;
	/**
	 * The number of the current connection; rows and hosts record the number of the connection that
	 * last mentioned them.
	 */
	#round = 0;
	#absence = phrase("connecting");

	constructor(prefix) {
		this.#prefix = prefix;
	}

	/** Starts a connection, on which all retained messages arrive anew. */
	begin() {
		this.#round += 1;
	}

	/**
	 * Removes the hosts and tables that this connection has not mentioned, once its retained
	 * messages have arrived. `why` names a topic that is not readable.
	 */
	settle(why = "") {
		for (const host of this.#hosts.values()) {
			for (const row of host.rows.values())
				if (row.round !== this.#round) this.#removeRow(host, row);
			if (host.round !== this.#round) this.#tell(host, undefined);
		}
		this.#absence = why;
		this.#draw();
	}

	lose(why) {
		this.#absence = why;
		this.#draw();
	}

	/** Returns `online` or `offline`; undefined if the status is not known. */
	status(host) {
		return this.#hosts.get(host)?.status;
	}

	takeStatus(name, payload) {
		const word = read(payload);
		const status = ["online", "offline"].includes(word) ? word : undefined;
		const host = this.#hosts.get(name) ?? (status && this.#addHost(name));
		if (!host) return;
		host.round = this.#round;
		this.#tell(host, status);
		this.#draw();
	}

	#tell(host, status) {
		host.status = status;
		write(host.word, status ? phrase(status) : "");
		host.root.dataset.status = status ?? "";
		this.#removeIfIdle(host);
	}

	takeState({ host: name, name: table, fragment }, payload) {
		const state = payload.length ? take(snapshot, payload) : undefined;
		if (payload.length && state?.table !== table) return;
		const known = this.#hosts.get(name);
		if (!state) {
			if (known?.rows.has(table))
				this.#removeRow(known, known.rows.get(table));
		} else {
			const host = known ?? this.#addHost(name);
			const row =
				host?.rows.get(table) ??
				(host && this.#addRow(host, table, fragment));
			if (row) this.#fill(row, state);
		}
		this.#draw();
	}

	focus({ host, name }) {
		(this.#hosts.get(host)?.rows.get(name)?.link ?? ui.heading).focus();
	}

	#addHost(name) {
		if (this.#count >= most) return;
		const word = element("span", { class: "status" });
		const list = element("ul");
		const root = element(
			"section",
			{},
			element("h2", {}, element("bdi", {}, name || this.#prefix), word),
			list,
		);
		const host = {
			name,
			word,
			list,
			root,
			rows: new Map(),
			order: [],
			round: this.#round,
		};
		this.#insert(ui.hosts, this.#order, host);
		this.#hosts.set(name, host);
		this.#count += 1;
		return host;
	}

	#addRow(host, name, fragment) {
		if (this.#count >= most) return;
		const [chips, sum, facts] = ["chips", "sum", "facts"].map((each) =>
			element("span", { class: each }),
		);
		const link = element(
			"a",
			{ href: fragment },
			element("b", {}, name),
			sum,
			facts,
			chips,
		);
		const row = {
			name,
			link,
			chips,
			sum,
			facts,
			root: element("li", {}, link),
		};
		this.#insert(host.list, host.order, row);
		host.rows.set(name, row);
		this.#count += 1;
		return row;
	}

	/** Inserts an element into a sorted list. */
	#insert(place, order, one) {
		let [start, end] = [0, order.length];
		while (start < end) {
			const middle = (start + end) >> 1;
			if (byName(order[middle], one) < 0) start = middle + 1;
			else end = middle;
		}
		place.insertBefore(one.root, order[start]?.root ?? null);
		order.splice(start, 0, one);
	}

	#removeRow(host, row) {
		row.root.remove();
		host.rows.delete(row.name);
		host.order.splice(host.order.indexOf(row), 1);
		this.#count -= 1;
		this.#removeIfIdle(host);
	}

	/** Removes a host without a status and without tables. */
	#removeIfIdle(host) {
		if (host.status || host.rows.size || !this.#hosts.delete(host.name))
			return;
		host.root.remove();
		this.#order.splice(this.#order.indexOf(host), 1);
		this.#count -= 1;
	}

	#fill(row, { turn, roll, dice, up }) {
		row.round = this.#round;
		const more = dice.length - shown;
		const total = dice.reduce(
			(sum, die) => sum + numberOn(shownOn(die)),
			0,
		);
		const facts = [
			phrase("diceCount", { count: dice.length }),
			phrase("turnNumber", { turn }),
			roll && phrase("rollNumber", { roll }),
			up && phrase("isUp", { name: up }),
		];
		write(row.facts, facts.filter(Boolean).join(" · "));
		write(row.sum, `${total}`);
		const chips = dice.slice(0, shown).map((die) => {
			return element(
				"span",
				{ class: die.locked ? "held" : "" },
				shownOn(die),
			);
		});
		row.chips.replaceChildren(...chips, more > 0 ? `+${more}` : "");
	}

	#draw() {
		document.body.classList.toggle("lost", !!this.#absence);
		const remark =
			this.#count >= most
				? phrase("tooMany", { count: most })
				: this.#count
					? ""
					: phrase("noHosts", { prefix: this.#prefix });
		write(ui.absence, this.#absence || remark);
	}
}
