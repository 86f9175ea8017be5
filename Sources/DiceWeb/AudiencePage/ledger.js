import { element } from "./element.js";
import { phrase } from "./phrases.js";
import { Promises } from "./promises.js";
import { verify } from "./proof.js";
import { rowOf } from "./row.js";

/**
 * The maximum number of entries kept, of entries waiting to be checked, and of JSON characters over
 * all entries.
 */
const most = 100;
const crowd = 100;
const weight = 2 ** 22;

/** The entries that ended at a table since it was opened, newest first, each with a verdict. */
export class Ledger {
	root = element(
		"div",
		{},
		element("p", { class: "faint" }, phrase("endsHere")),
	);
	promises = new Promises();
	#told;
	#entries = [];
	#checks = Promise.resolve();
	#waiting = 0;

	/** `told` is called with each entry and its verdict. */
	constructor(told) {
		this.#told = told;
	}

	/** Adds an entry. Skips duplicates, and entries that arrive faster than they can be checked. */
	take(entry) {
		const text = JSON.stringify(entry);
		if (
			this.#waiting >= crowd ||
			this.#entries.some((each) => each.text === text)
		)
			return;
		const row = element("div");
		const promised = this.promises.of(entry);
		this.#entries.unshift({ text, row });
		this.root.prepend(row);
		this.#shorten();
		this.#waiting += 1;
		this.#checks = this.#checks.then(async () => {
			const verdict = await verdictOf(entry, promised);
			this.#waiting -= 1;
			row.replaceChildren(rowOf(entry, verdict));
			this.#told(entry, verdict);
		});
	}

	#shorten() {
		let rest = weight;
		const end = this.#entries.findIndex(
			({ text }, index) => index >= most || (rest -= text.length) < 0,
		);
		if (end < 1) return;
		for (const { row } of this.#entries.splice(end)) row.remove();
	}
}

/** Verifies an entry without its predecessor: entries in between may be missing. */
async function verdictOf(entry, promised) {
	try {
		return await verify(entry, promised);
	} catch {
		return phrase("wrong", { why: phrase("wrongEntry") });
	}
}
