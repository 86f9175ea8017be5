import { freshEntropy, unlessLeft } from "./acts.js";
import { refusal } from "./connection.js";
import { phrase } from "./language.js";

/**
 * Contributes entropy to the rolls of others: tells its hash beforehand, and reveals it when a roll
 * asks.
 */
export class Contribution {
	/** Whether that is wanted; undefined until they have said. */
	wanted;
	#page;
	#own;

	constructor(page) {
		this.#page = page;
		// A hidden page may be put to sleep, and a roll that waited for it would be void.
		addEventListener("visibilitychange", () =>
			document.hidden ? this.takeBack() : this.begin(),
		);
	}

	/** With players each contributes to the rolls of the others unless they say otherwise. */
	get isOn() {
		return (
			this.#page.mayPlay() &&
			!this.#page.table?.hand &&
			(this.wanted ??
				!!this.#page.table?.players?.some(this.#page.isMine))
		);
	}

	choose(wanted) {
		this.wanted = wanted;
		if (!wanted) this.takeBack();
		this.begin();
		this.#page.say(phrase(this.isOn ? "contributing" : "contributingNot"));
	}

	/**
	 * Does nothing if a contribution stands, or may not. It says whose it is where several are at
	 * this screen.
	 */
	begin() {
		const { isAway, name, own, say, table } = this.#page;
		if (this.#own || isAway() || document.hidden || !this.isOn) return;
		this.#own = {
			table: name,
			secret: freshEntropy(),
			by: own[1] && own.find((each) => table.players?.includes(each)),
		};
		this.#promise(this.#own).catch(
			unlessLeft((error) => {
				this.forget();
				if (!error.code) return;
				this.wanted = false;
				say(refusal(error));
			}),
		);
	}

	/** What hashes comes after the first dice. */
	async #promise(own) {
		const { commitmentOf } = await import("./hash.js");
		const { table, secret, by } = own;
		if (own !== this.#own) return;
		own.commitment = commitmentOf(secret);
		await this.#page.connection.call("table.contribute", {
			table,
			commitment: own.commitment,
			by,
		});
	}

	/** It went with its connection or its watch. */
	forget() {
		this.#own = undefined;
	}

	/** No roll waits for it any more. */
	takeBack() {
		if (this.#own?.commitment)
			this.#page.connection
				.call("table.contribute", {
					table: this.#own.table,
					commitment: "",
					by: this.#own.by,
				})
				.catch(() => {});
		this.forget();
	}

	/** Reveals what a roll asks for; says so if that was too late. */
	answer({ table, contributors }) {
		const { secret, commitment } = this.#own ?? {};
		if (
			!secret ||
			!contributors.some((each) => each.commitment === commitment)
		)
			return;
		this.#page.connection
			.call("table.reveal", { table, entropy: secret })
			.catch(
				({ data }) => data?.late && this.#page.say(phrase("tooLate")),
			);
		this.forget();
	}
}
