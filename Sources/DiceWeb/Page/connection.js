import { phrase } from "./language.js";
import { memory } from "./memory.js";

/** In milliseconds; so long silence is trusted, and an answer awaited. */
const firstPause = 250, longestPause = 8000, silence = 20000, patience = 8000;

/** What is said of an error. */
export const refusal = ({ code, message }) => (code ? message : phrase("lost"));

/** The link's token, from the address or, after a reload, from memory. */
export function takeToken() {
	const fresh = location.hash.slice(1);
	if (!fresh) return memory.get("token");
	history.replaceState(null, "", location.pathname + location.search);
	memory.set("token", fresh);
	return fresh;
}

/** Who can make another link like that of a token, and how. */
function remedy(token) {
	const text = atob(token.split(".")[0].replaceAll("-", "+").replaceAll("_", "/"));
	const { by, as, tables = [], role } = JSON.parse(new TextDecoder().decode(Uint8Array.from(text, (byte) => byte.charCodeAt())));
	const quoted = /^[\w.-]+$/.test(as) ? as : `'${as.replaceAll("'", "'\\''")}'`;
	const command = `dicectl web${tables.map((table) => ` -t ${table}`).join("")}${role === "watch" ? " --watch-only" : by === as ? "" : ` --as ${quoted}`}`;
	return phrase("linkAskOf", { by, command });
}

/** The connection, which comes back by itself, and tells `on` of it. */
export class Connection {
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
		for (const sign of ["visibilitychange", "online", "offline"]) addEventListener(sign, () => document.hidden || this.#hurry());
	}

	/** Begins, or begins anew. */
	open(token = this.#token) {
		this.#token = token;
		this.#leave();
		if (!token) return this.#on.refused(phrase("noLink"));
		const socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws`);
		this.#socket = socket;
		socket.onopen = () => socket.send(JSON.stringify({ token, ...this.#manner }));
		socket.onmessage = ({ data }) => this.#take(JSON.parse(data));
		socket.onclose = ({ code }) => (code === 4401 ? this.#refuse() : this.#retry(code === 4503 ? "noDaemon" : undefined));
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

	#refuse(message = phrase("linkInvalid")) {
		let help = phrase("linkAskAnother");
		try {
			help = remedy(this.#token);
		} catch {} // It is not whole.
		this.#token = null;
		this.#leave();
		this.#on.refused(`${message[0].toUpperCase()}${message.slice(1).split(";")[0]}. ${help}`);
	}

	#retry(why = "noConnection") {
		this.#leave();
		this.#on.lost(phrase(why));
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
