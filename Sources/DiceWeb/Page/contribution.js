import { freshEntropy } from "./acts.js";
import { refusal } from "./connection.js";
import { phrase } from "./language.js";

/**
 * Contributes entropy to other players' rolls: sends a commitment beforehand, and reveals the
 * secret when a roll asks for it.
 */
export class Contribution {
	/** True if the person wants to contribute; undefined until they choose. */
	wanted;
	#page;
	#own;

	constructor(page) {
		this.#page = page;
		// The browser may suspend a hidden page; a roll that waits for its reveal would be void.
		addEventListener("visibilitychange", () =>
			document.hidden ? this.takeBack() : this.begin(),
		);
	}

	/**
	 * True if this page contributes. Players contribute to each other's rolls unless they opt out.
	 */
	get isOn() {
		return (
			this.#page.mayPlay &&
			!this.#page.table?.hand &&
			(this.wanted ??
				!!this.#page.table?.players?.some((name) =>
					this.#page.isMine(name),
				))
		);
	}

	choose(wanted) {
		this.wanted = wanted;
		if (!wanted) this.takeBack();
		this.begin();
		this.#page.say(phrase(this.isOn ? "contributing" : "contributingNot"));
	}

	/**
	 * Commits to a new contribution, unless there is one already or none is allowed. The commitment
	 * names the contributor if several people share this screen.
	 */
	begin() {
		const page = this.#page;
		const { name, own, table } = page;
		if (this.#own || page.isAway || document.hidden || !this.isOn) return;
		this.#own = {
			table: name,
			secret: freshEntropy(),
			by: own[1] && own.find((each) => table.players?.includes(each)),
		};
		this.#promise(this.#own).catch(
			page.unlessLeft((error) => {
				this.forget();
				if (!error.code) return;
				this.wanted = false;
				page.say(refusal(error));
			}),
		);
	}

	/** Sends the commitment. The hash code loads after the first dice show. */
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

	/** Forgets the contribution, which ended with its connection or watch. */
	forget() {
		this.#own = undefined;
	}

	/** Withdraws the contribution, so that no roll waits for it. */
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

	/** Reveals the contribution that a roll asks for; shows a notice if it is too late. */
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
				(error) => error.data?.late && this.#page.say(refusal(error)),
			);
		this.forget();
	}
}
