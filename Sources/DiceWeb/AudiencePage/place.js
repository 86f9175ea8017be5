import { tableName } from "./guard.js";

/**
 * A table of a host. The host is a level below the prefix, or empty if the prefix is the host's
 * own.
 */
export class Place {
	constructor(prefix, host, name) {
		Object.assign(this, {
			host,
			name,
			topic: [prefix, host, name].filter(Boolean).join("/"),
		});
	}

	/** The fragment of the page's address, after `#`, for this place. */
	get fragment() {
		return `#${[this.host, this.name].filter(Boolean).map(encodeURIComponent).join("/")}`;
	}

	/** Returns the place that a fragment names; undefined if it names no table. */
	static of(fragment, prefix) {
		try {
			const [name, host = "", ...more] = fragment
				.slice(1)
				.split("/")
				.map(decodeURIComponent)
				.reverse();
			if (
				!more.length &&
				tableName(name) &&
				host.length <= 256 &&
				!/[\0/+#]/.test(host)
			)
				return new Place(prefix, host, name);
		} catch {}
	}

	/** The topics of the table, below `topic`. */
	get topics() {
		return ["event", "game", "history", "state"].map(
			(what) => `${this.topic}/${what}`,
		);
	}

	is(other) {
		return this.topic === other?.topic;
	}
}
