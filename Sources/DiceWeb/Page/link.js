import { memory } from "./element.js";

/** In milliseconds; so long silence is trusted, and an answer awaited. */
const firstPause = 250, longestPause = 8000, silence = 20000, patience = 8000;

/** The link's token, from the address or, after a reload, from memory. */
export function takeToken() {
	const fresh = location.hash.slice(1);
	if (!fresh) return memory.get("token");
	history.replaceState(null, "", location.pathname + location.search);
	memory.set("token", fresh);
	return fresh;
}

/** The connection, which comes back by itself, and tells `on` of it. */
export class Link {
	#on;
	#manner;
	#token;
	#socket;
	#waiting = new Map();
	#lastID = 0;
	#pause = firstPause;
	#timer;

	/** `manner` goes with the token: `{ stranger: true }` sees nobody's secret throws. */
	constructor(on, manner) {
		this.#on = on;
		this.#manner = manner;
		addEventListener("visibilitychange", () => document.hidden || this.#hurry());
	}

	/** Begins, or begins anew. */
	open(token = this.#token) {
		this.#token = token;
		this.#leave();
		if (!token) return this.#on.refused("This address has no link in it. Ask for one: dicectl web");
		const socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws`);
		this.#socket = socket;
		socket.onopen = () => socket.send(JSON.stringify({ token, ...this.#manner }));
		socket.onmessage = ({ data }) => this.#take(JSON.parse(data));
		socket.onclose = ({ code, reason }) => (code === 4401 ? this.#refuse(reason) : this.#retry());
		this.#after(patience, () => this.#retry());
	}

	/** Sends a request once. An error without `code` says that the connection was lost. */
	call(method, params) {
		return new Promise((resolve, reject) => {
			if (!this.session) return reject(new Error());
			const id = ++this.#lastID;
			this.#waiting.set(id, { resolve, reject });
			this.#socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
		});
	}

	#take({ session, id, error, result, method, params }) {
		this.#after(silence, () => this.#ping());
		if (session) {
			this.#pause = firstPause;
			this.session = session;
			this.#on.opened(session);
		} else if (method) {
			this.#on.notified(method, params);
		} else if (this.#waiting.has(id)) {
			const { resolve, reject } = this.#waiting.get(id);
			this.#waiting.delete(id);
			if (error) reject(Object.assign(new Error(), { data: {} }, error));
			else resolve(result);
		} else if (error?.reason?.startsWith("token")) {
			this.#refuse(error.message);
		}
	}

	#refuse(message) {
		this.#token = null;
		this.#leave();
		this.#on.refused(message || "This link is no longer valid. Ask for another one: dicectl web");
	}

	#retry() {
		this.#leave();
		this.#on.lost();
		this.#after(this.#pause * (0.75 + Math.random() / 2), () => this.open());
		this.#pause = Math.min(this.#pause * 2, longestPause);
	}

	#leave() {
		clearTimeout(this.#timer);
		this.session = undefined;
		if (this.#socket) {
			this.#socket.onmessage = this.#socket.onclose = null;
			this.#socket.close();
			this.#socket = undefined;
		}
		for (const { reject } of this.#waiting.values()) reject(new Error());
		this.#waiting.clear();
	}

	/** Tries at once, or makes sure that the other side is still there. */
	#hurry() {
		if (this.session) this.#ping();
		else if (this.#token && !this.#socket) this.open();
	}

	#ping() {
		this.call("ping").catch(() => {});
		this.#after(patience, () => this.#retry());
	}

	#after(time, action) {
		clearTimeout(this.#timer);
		this.#timer = setTimeout(action, time);
	}
}
