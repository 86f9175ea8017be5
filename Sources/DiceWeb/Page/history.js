import { rowOf } from "./board.js";
import { element } from "./element.js";
import { phrase } from "./language.js";
import { promises } from "./memory.js";
import { chainStart, verify } from "./proof.js";

const pageLength = 20;

/** Turns and throws, newest first. `ask` gives a page of `table.history`, `show` shows a secret throw. */
class History {
	#limit = pageLength;
	#entries = [];
	/** What the last page said: whether older ones remain, and how many between cannot be read. */
	#page = { more: true };

	constructor(place, ask, show) {
		Object.assign(this, { place, ask, show });
	}

	async read() {
		this.#page = await this.ask({ kind: "all", limit: this.#limit });
		const { entries } = this.#page;
		await this.#show([...this.#entries.filter(({ id }) => !(id <= entries[0]?.id)), ...entries]);
	}

	/** Takes in an entry that has ended or is shown now, unless it is not listed. */
	add(entry) {
		if (entry.id < this.#entries.at(-1)?.id) return;
		this.#show([entry, ...this.#entries.filter(({ id }) => id !== entry.id)].sort((one, other) => other.id - one.id));
	}

	async #show(entries) {
		this.#entries = entries;
		const { more, damaged } = this.#page;
		const rows = await Promise.all(entries.map(async (entry, index) => {
			const isKnown = !damaged && !(more && index === entries.length - 1);
			const verdict = await verify(entry, promises.has(entry.commitment) && entry.commitment, isKnown && (entries[index + 1]?.chain ?? chainStart));
			const row = rowOf(entry, verdict, this.show);
			row.open = document.getElementById(row.id)?.open;
			return row;
		}));
		if (entries !== this.#entries) return;
		this.place.replaceChildren(...rows, rows.length ? "" : phrase("nothingEnded"));
		if (!more || this.#limit >= 1000) return;
		const button = element("button", { class: "more" }, phrase("earlier"));
		button.addEventListener("click", () => {
			this.#limit += pageLength;
			this.read().catch(() => {});
		});
		this.place.append(button);
	}
}

export function show(place, page) {
	let history;
	const changed = () => {
		const root = element("div");
		place.replaceChildren(root);
		history = new History(root, (params) => page.connection.call("table.history", { table: page.name, ...params }), page.show);
		history.read().catch(() => {});
	};
	changed();
	return { changed, add: (entry) => history.add(entry) };
}
