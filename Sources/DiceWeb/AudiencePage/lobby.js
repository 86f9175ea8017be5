import { element, ui, write } from "./element.js";
import { snapshot, take } from "./guard.js";
import { phrase } from "./language.js";
import { read } from "./mqtt.js";
import { numberOn, shownOn } from "./shapes.js";

/** How many hosts and tables are listed, and how many dice of each show. */
const most = 10000;
const shown = 10;

const byName = (one, other) =>
	one.name < other.name ? -1 : one.name > other.name ? 1 : 0;

/** The tables that there are, by their hosts. */
export class Lobby {
	#prefix;
	#hosts = new Map();
	#order = [];
	#count = 0;
	/** Which connection it was that last told of a table. */
	#round = 0;
	#absence = phrase("connecting");

	constructor(prefix) {
		this.#prefix = prefix;
	}

	/** A connection begins: all there is will be told again. */
	begin() {
		this.#round += 1;
	}

	/** Everything has been told, except what `why` names. */
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

	/** `online` or `offline`; undefined if it is not known. */
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

	/** Puts one where it belongs in a list that is sorted. */
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

	/** A host of which nothing is known but its name does not show. */
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
