/** The maximum number of commitments kept. */
const kept = 500;

/** The commitments that a table sent before it could know what they would be used for. */
export class Promises {
	#ofTurns = new Map();
	#all = new Set();

	/**
	 * Records an open turn's commitment. After the turn's first roll its commitment no longer
	 * changes.
	 */
	note(turn, commitment, roll) {
		if (!commitment) return;
		if (roll === 0 || !this.#ofTurns.has(turn))
			this.#ofTurns.set(turn, commitment);
		this.noteThrow(commitment);
		shorten(this.#ofTurns);
	}

	noteThrow(commitment) {
		if (commitment) this.#all.add(commitment);
		shorten(this.#all);
	}

	/** Returns the commitment of an entry; undefined if this page has not seen it. */
	of({ kind, turn, commitment }) {
		return (
			(kind === "turn" && this.#ofTurns.get(turn)) ||
			(this.#all.has(commitment) ? commitment : undefined)
		);
	}

	/**
	 * Forgets the commitments of turns: later messages may be from another table of the same name,
	 * or from a restored one.
	 */
	forgetTurns() {
		this.#ofTurns.clear();
	}
}

function shorten(collection) {
	if (collection.size > kept)
		collection.delete(collection.keys().next().value);
}
