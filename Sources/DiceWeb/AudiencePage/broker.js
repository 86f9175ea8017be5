import {
	connect,
	Malformed,
	ping,
	Reader,
	subscribe,
	unsubscribe,
} from "./mqtt.js";
import { phrase } from "./phrases.js";

/**
 * Times in milliseconds: the pauses between attempts, the time to wait for an answer, and the
 * interval between pings.
 */
const firstPause = 500;
const longestPause = 15000;
const patience = 10000;
const beat = 25000;
/** The keep-alive in seconds. Browsers may wake a hidden page only once a minute. */
const keepAlive = 90;

export const unreadable = (topic) => phrase("brokerUnreadable", { topic });

/** A broker connection that reconnects automatically and calls the handlers in `on`. */
export class Broker {
	#url;
	#on;
	#socket;
	#pause = firstPause;
	#timer;
	#lastID = 0;
	/** The unanswered subscriptions, by packet identifier. */
	#asked = new Map();
	/** The actions to take when the responses to pings arrive. */
	#pings = [];
	isOpen = false;

	constructor(url, on) {
		this.#url = url;
		this.#on = on;
		addEventListener(
			"visibilitychange",
			() => document.hidden || this.#hurry(),
		);
		addEventListener("online", () => this.#hurry());
		addEventListener("pagehide", () => this.#lose());
		addEventListener(
			"pageshow",
			({ persisted }) => persisted && this.#hurry(),
		);
	}

	open() {
		this.#leave();
		const reader = new Reader();
		const name = `diced${crypto.getRandomValues(new Uint32Array(2)).join("").slice(0, 18)}`;
		let socket;
		try {
			socket = new WebSocket(this.#url, "mqtt");
		} catch {
			return this.#on.lost(phrase("brokerInsecure", { url: this.#url }));
		}
		this.#socket = socket;
		socket.binaryType = "arraybuffer";
		socket.onopen = () => socket.send(connect(name, keepAlive));
		socket.onmessage = ({ data }) => this.#read(socket, reader, data);
		socket.onclose = () => this.#retry();
		this.#after(patience, () => this.#retry());
	}

	/**
	 * Subscribes to topics. Calls `settled` with the topics that the broker refused, after it has
	 * sent the retained messages for the other topics.
	 */
	subscribe(topics, settled) {
		const asked = { topics, refused: [] };
		this.#asked.set(this.#send(subscribe, topics), asked);
		this.#ping(() => settled(asked.refused));
	}

	unsubscribe(topics) {
		if (this.isOpen) this.#send(unsubscribe, topics);
	}

	#send(packet, topics) {
		this.#lastID = (this.#lastID % 65535) + 1;
		this.#socket.send(packet(this.#lastID, topics));
		return this.#lastID;
	}

	#read(socket, reader, data) {
		try {
			// Text frames count as one zero byte, which is malformed; empty frames have no packets.
			for (const packet of reader.read(
				new Uint8Array(typeof data === "string" ? 1 : data),
			)) {
				this.#take(packet);
				// The packet may have ended the connection.
				if (this.#socket !== socket) return;
			}
			// Any data from the broker restarts the timeout, however slow the line is.
			if (this.#pings.length) this.#after(patience, () => this.#retry());
		} catch (error) {
			if (!(error instanceof Malformed)) throw error;
			this.#retry(phrase("brokerMalformed"));
		}
	}

	#take({ kind, number, codes, topic, payload }) {
		if (this.isOpen === (kind === "connack")) throw new Malformed();
		if (kind === "connack") {
			if (number)
				return this.#retry(
					phrase("brokerRefuses", {
						why:
							number < 6
								? phrase(`broker${number}`)
								: phrase("brokerCode", { code: number }),
					}),
				);
			this.isOpen = true;
			this.#on.opened();
		} else if (kind === "publish") {
			try {
				this.#on.arrived(topic, payload);
			} catch (error) {
				reportError(error);
			}
		} else if (kind === "suback") {
			const asked = this.#asked.get(number);
			if (asked?.topics.length !== codes.length) throw new Malformed();
			this.#asked.delete(number);
			asked.refused = asked.topics.filter((_, index) => codes[index]);
		} else if (kind === "pingresp") {
			this.#pings.shift()?.();
			if (this.#pings.length) return;
			this.#pause = firstPause;
			this.#after(beat, () => this.#ping());
		}
	}

	#ping(then = () => {}) {
		this.#pings.push(then);
		this.#socket.send(ping());
		this.#after(patience, () => this.#retry());
	}

	#retry(why = phrase("brokerAway")) {
		this.#lose(why);
		this.#after(this.#pause * (0.5 + Math.random()), () => this.open());
		this.#pause = Math.min(this.#pause * 2, longestPause);
	}

	/**
	 * Closes the connection and reports its loss, also for a page in the browser's back-forward
	 * cache.
	 */
	#lose(why = phrase("brokerAway")) {
		this.#leave();
		this.#on.lost(why);
	}

	#leave() {
		clearTimeout(this.#timer);
		if (this.#socket)
			this.#socket.onopen =
				this.#socket.onmessage =
				this.#socket.onclose =
					null;
		this.#socket?.close();
		this.#socket = undefined;
		this.isOpen = false;
		this.#pings = [];
		this.#asked.clear();
	}

	/** Reconnects at once, or checks that the other side is still answering. */
	#hurry() {
		if (this.isOpen) this.#ping();
		else if (!this.#socket) this.open();
	}

	#after(time, action) {
		clearTimeout(this.#timer);
		this.#timer = setTimeout(action, time);
	}
}
