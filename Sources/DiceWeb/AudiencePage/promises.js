/** How many commitments are kept in mind. */
const kept = 500;

/** The commitments that a table has told before it could know what was asked of them. */
export class Promises {
	#ofTurns = new Map();
	#all = new Set();

	/**
	 * Notes an open turn's commitment. Once the turn has rolled, another commitment for it changes
	 * nothing.
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

	/** The commitment of what has ended; undefined if this page has not seen it. */
	of({ kind, turn, commitment }) {
		return (
			(kind === "turn" && this.#ofTurns.get(turn)) ||
			(this.#all.has(commitment) ? commitment : undefined)
		);
	}

	/** What comes now may be from another table of the same name, or from a restored one. */
	forgetTurns() {
		this.#ofTurns.clear();
	}
}

function shorten(collection) {
	if (collection.size > kept)
		collection.delete(collection.keys().next().value);
}
