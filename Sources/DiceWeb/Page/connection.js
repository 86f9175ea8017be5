import { phrase, refused } from "./language.js";
import { memory, settings } from "./memory.js";

/**
 * Times in milliseconds: the pauses between attempts, the silence after which a connection is
 * checked, and the time to wait for an answer, shorter after a sleep or a change of network.
 */
const firstPause = 250;
const longestPause = 8000;
const silence = 20000;
const patience = 8000;
const haste = 3000;

/** Returns the message for an error, in the page's language if the cause is known. */
export const refusal = ({ code, message, words }) =>
	words ?? (code ? message : phrase("lost"));

/** Returns an error with the `words` for its cause. */
async function worded(error) {
	const data = error.data ?? {};
	const words = await refused(data);
	return Object.assign(new Error(), error, { data, words });
}

/**
 * Returns the claims in a link's token: who made it, for whom, which tables and role; an empty
 * object if the token is damaged.
 */
function claims(token) {
	try {
		const text = atob(
			token.split(".")[0].replaceAll("-", "+").replaceAll("_", "/"),
		);
		return JSON.parse(
			new TextDecoder().decode(
				Uint8Array.from(text, (byte) => byte.charCodeAt()),
			),
		);
	} catch {
		return {};
	}
}

/**
 * Stores a link's token for this tab and for later tabs. A host's token is also stored apart from
 * the tokens of the links that the host makes for this screen.
 */
export function keepToken(token, name = "token") {
	for (const key of claims(token).role === "host" ? [name, "host"] : [name])
		for (const store of [memory, settings]) store.set(key, token);
	return token;
}

/** True if a host who opens this link has made that one for this screen, and it is still valid. */
const isSeatOf = (host, seat) =>
	host.role === "host" &&
	(!host.as || host.as === host.by) &&
	host.by === seat.by &&
	host.g === seat.g &&
	seat.exp > Date.now();

/**
 * Returns the link's token: from the address, from this tab, or, in a tab that has none, the last
 * token that this browser stored.
 */
export function takeToken(name = "token") {
	const fresh = location.hash.slice(1);
	if (fresh) {
		history.replaceState(null, "", location.pathname + location.search);
		memory.set("table", "");
		keepToken(fresh, name);
		const seat = settings.get("seat");
		return isSeatOf(claims(fresh), claims(seat ?? "")) ? keepToken(seat) : fresh;
	}
	if (!memory.get(name))
		for (const key of [name, "host"])
			memory.set(key, settings.get(key) ?? "");
	return memory.get(name) || memory.get("host");
}

/** Forgets a token that is no longer valid, so that it is not tried again. */
function forget(token) {
	for (const store of [memory, settings])
		for (const key of ["token", "overlay", "host", "seat"])
			if (store.get(key) === token) store.set(key, "");
}

/** A connection that reconnects automatically and calls the handlers in `on`. */
export class Connection {
	#on;
	#manner;
	#token;
	#socket;
	#waiting = new Map();
	#lastID = 0;
	#pause = firstPause;
	#timer;

	/** `manner` accompanies the token: `{ stranger: true }` sees nobody's secret throws. */
	constructor(on, manner) {
		this.#on = on;
		this.#manner = manner;
		for (const sign of [
			"visibilitychange",
			"pageshow",
			"online",
			"offline",
		]) {
			addEventListener(sign, () => document.hidden || this.#hurry());
		}
		addEventListener(
			"pagehide",
			() => this.#token && this.#lose("noConnection"),
		);
		navigator.connection?.addEventListener("change", () => this.#hurry());
	}

	/** Opens the connection, or reopens it. */
	open(token = this.#token) {
		this.#token = token;
		this.#leave();
		if (!token) return this.#on.refused(phrase("noLink"));
		const socket = new WebSocket(
			`${location.origin.replace("http", "ws")}/ws`,
		);
		this.#socket = socket;
		socket.onopen = () =>
			socket.send(JSON.stringify({ token, ...this.#manner }));
		socket.onmessage = ({ data }) => this.#take(JSON.parse(data));
		socket.onclose = ({ code }) =>
			code === 4401
				? this.#refuse()
				: this.#retry(code === 4503 ? "noDaemon" : undefined);
		this.#after(patience, () => this.#retry());
	}

	/** Sends a request once. An error without `code` means that the connection was lost. */
	call(method, params) {
		return new Promise((resolve, reject) => {
			if (!this.session) return reject(new Error());
			const id = ++this.#lastID;
			this.#waiting.set(id, { resolve, reject });
			this.#socket.send(
				JSON.stringify({ jsonrpc: "2.0", id, method, params }),
			);
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
			if (error) worded(error).then(reject);
			else resolve(result);
		} else if (error?.reason?.startsWith("token")) {
			forget(this.#token);
			this.#refuse(phrase(error.reason));
		}
	}

	async #refuse(message = phrase("linkInvalid")) {
		const told = claims(this.#token ?? "");
		this.#token = null;
		this.#leave();
		const { remedy } = await import("./remedy.js").catch(() => ({}));
		if (!this.#token)
			this.#on.refused(
				`${message[0].toUpperCase()}${message.slice(1).split(";")[0]}. ${remedy?.(told) ?? ""}`,
			);
	}

	#retry(why = "noConnection") {
		this.#lose(why);
		this.#after(this.#pause * (0.75 + Math.random() / 2), () =>
			this.open(),
		);
		this.#pause = Math.min(this.#pause * 2, longestPause);
	}

	/**
	 * Closes the connection and reports its loss. A page in the browser's back-forward cache has no
	 * connection, so that the dice that the page rolled settle.
	 */
	#lose(why) {
		this.#leave();
		this.#on.lost(phrase(why));
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

	/** Reconnects at once, or checks that the other side is still answering. */
	#hurry() {
		if (this.session) this.#ping(haste);
		else if (this.#token && !this.#socket) this.open();
	}

	#ping(time = patience) {
		this.call("ping").catch(() => {});
		this.#after(time, () => this.#retry());
	}

	#after(time, action) {
		clearTimeout(this.#timer);
		this.#timer = setTimeout(action, time);
	}
}
