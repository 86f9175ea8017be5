import { element, memory } from "./element.js";
import { chainStart, verify } from "./proof.js";
import { result } from "./words.js";

const pageLength = 20;

/** Commitments that this tab has seen before they were kept. */
const promises = new Set(memory.get("promises")?.split(","));

export function note(commitment) {
	if (!commitment || promises.has(commitment)) return;
	promises.add(commitment);
	memory.set("promises", [...promises].slice(-500).join());
}

/** Turns and throws, newest first, each with a verdict. `ask` gives a page of `table.history`. */
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

function rowOf({ id, kind, by, label, expression, turn, text, rolls, total, dice, endedAt, commitment, seed, ...rest }, verdict) {
	const isThrow = kind === "throw";
	const span = (name, ...children) => element("span", { class: name }, ...children);
	const chips = dice.slice(0, 50).map((die) => span(die.locked ? "held" : die.kept === false ? "out" : "", die.value));
	const lines = isThrow ? [text] : rolls.map(({ by, outcome, rolled, values }) =>
		`${by}: ${outcome === "void" ? "void" : values.map((value, index) => (rolled.includes(index + 1) ? value : `[${value}]`)).join(" ")}`);
	const time = new Date(endedAt).toLocaleString([], { dateStyle: "short", timeStyle: "short" });
	return element("details", { id: `entry-${id}` },
		element("summary", {},
			span("head", element("b", {}, isThrow ? expression : `Turn ${turn}`), span("who", label ? `${by} · ${label}` : by), span("sum", isThrow ? result({ total, ...rest }) : total)),
			span("chips", ...chips), span("foot", time, span(verdict.split(/\W/)[0], verdict))),
		...lines.map((line) => element("p", {}, line)), element("code", {}, commitment ? `commitment ${commitment} seed ${seed}` : ""));
}
