import { rowOf } from "./board.js";
import { element, memory } from "./element.js";
import { chainStart, verify } from "./proof.js";

const pageLength = 20;

/** Commitments that this tab has seen before they were kept. */
const promises = new Set(memory.get("promises")?.split(","));

export function note(commitment) {
	if (!commitment || promises.has(commitment)) return;
	promises.add(commitment);
	memory.set("promises", [...promises].slice(-500).join());
}

/** Turns and throws, newest first. `ask` gives a page of `table.history`. */
export class History {
	#limit = pageLength;

	constructor(place, ask) {
		Object.assign(this, { place, ask });
	}

	async read() {
		const { entries, more, damaged } = await this.ask({ kind: "all", limit: this.#limit });
		const rows = await Promise.all(entries.map(async (entry, index) => {
			const isKnown = !damaged && !(more && index === entries.length - 1);
			const verdict = await verify(entry, promises.has(entry.commitment) && entry.commitment, isKnown && (entries[index + 1]?.chain ?? chainStart));
			const row = rowOf(entry, verdict);
			row.open = document.getElementById(row.id)?.open;
			return row;
		}));
		this.place.replaceChildren(...rows, rows.length ? "" : "Nothing has ended here yet.");
		if (!more || this.#limit >= 1000) return;
		const button = element("button", { class: "more" }, "Earlier");
		button.addEventListener("click", () => {
			this.#limit += pageLength;
			this.read().catch(() => {});
		});
		this.place.append(button);
	}
}
