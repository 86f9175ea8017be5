import { phrase } from "./language.js";
import { commitmentOf, freshEntropy } from "./hash.js";

/** Contributes entropy to the rolls of others: tells its hash beforehand, and reveals it when a roll asks. */
export class Contribution {
	#connection;
	#own;

	constructor(connection) {
		this.#connection = connection;
	}

	/** Does nothing if a contribution stands. `by` says whose it is where several are at this screen. Throws what the daemon refuses. */
	async begin(table, by) {
		if (this.#own) return;
		const secret = freshEntropy(), commitment = commitmentOf(secret);
		this.#own = { table, secret, commitment, by };
		await this.#connection.call("table.contribute", { table, commitment, by });
	}

	/** It went with its connection or its watch. */
	forget() {
		this.#own = undefined;
	}

	/** No roll waits for it any more. */
	takeBack() {
		if (this.#own) this.#connection.call("table.contribute", { table: this.#own.table, commitment: "", by: this.#own.by }).catch(() => {});
		this.forget();
	}

	/** Reveals what a roll asks for; says so if that was too late. */
	answer({ table, contributors }, say) {
		const { secret, commitment } = this.#own ?? {};
		if (!secret || !contributors.some((each) => each.commitment === commitment)) return;
		this.#connection.call("table.reveal", { table, entropy: secret })
			.catch(({ data }) => data?.late && say(phrase("tooLate")));
		this.forget();
	}
}
