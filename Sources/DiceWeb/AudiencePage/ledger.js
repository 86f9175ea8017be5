import { element } from "./element.js";
import { phrase } from "./language.js";
import { Promises } from "./promises.js";
import { verify } from "./proof.js";
import { rowOf } from "./row.js";

/**
 * How many entries stay, how many may wait to be checked, and how many characters of JSON they may
 * be together.
 */
const most = 100;
const crowd = 100;
const weight = 2 ** 22;

/** What has ended at a table since it shows, newest first, each with a verdict. */
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

	/** `told` is given each entry with its verdict. */
	constructor(told) {
		this.#told = told;
	}

	/**
	 * Takes in an entry; one that has come already, and what comes faster than it can be checked,
	 * is passed over.
	 */
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

/** Entries between may be missing, so that the chain says nothing. */
async function verdictOf(entry, promised) {
	try {
		return await verify(entry, promised);
	} catch {
		return phrase("wrong", { why: phrase("wrongEntry") });
	}
}
