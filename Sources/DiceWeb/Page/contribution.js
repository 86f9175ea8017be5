import { commitmentOf, freshEntropy } from "./proof.js";

/** Adds chance to the rolls of others: promises, and reveals when a roll asks for it. */
export class Voucher {
	#link;
	#promise;

	constructor(link) {
		this.#link = link;
	}

	/** Promises if nothing is promised yet. Throws what the daemon refuses. */
	async begin(table) {
		if (this.#promise) return;
		const secret = freshEntropy(), commitment = commitmentOf(secret);
		this.#promise = { table, secret, commitment };
		await this.#link.call("table.contribute", { table, commitment });
	}

	/** The promise went with its connection or its watch. */
	forget() {
		this.#promise = undefined;
	}

	/** Takes the promise back: no roll waits for it. */
	takeBack() {
		if (this.#promise) this.#link.call("table.contribute", { table: this.#promise.table, commitment: "" }).catch(() => {});
		this.forget();
	}

	/** Reveals what a roll asks for; says so if that was too late. */
	answer({ table, contributors }, say) {
		const { secret, commitment } = this.#promise ?? {};
		if (!secret || !contributors.some((each) => each.commitment === commitment)) return;
		this.#link.call("table.reveal", { table, entropy: secret })
			.catch(({ data }) => data?.late && say("your answer came too late: the roll is void, and no die has moved"));
		this.forget();
	}
}
