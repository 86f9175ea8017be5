// MQTT 3.1.1 for a client that only reads, at QoS 0: bytes to packets, packets to bytes.

/** The broker sent a packet that is malformed or not allowed. */
export class Malformed extends Error {}

function demand(isRight) {
	if (!isRight) throw new Malformed();
}

/** The packets that a broker sends to a client that publishes nothing, by their first four bits. */
const kinds = {
	2: "connack",
	3: "publish",
	9: "suback",
	11: "unsuback",
	13: "pingresp",
};

/** Splits a stream of bytes into packets. */
export class Reader {
	#limit;
	/**
	 * The state of the next packet: its first byte, its remaining length, the weight of that
	 * length's next digit, and the number of bytes still missing.
	 */
	#first;
	#length;
	#scale;
	#missing;
	#body;

	/** Messages of more than `limit` bytes are skipped. */
	constructor(limit = 2 ** 20) {
		this.#limit = limit;
	}

	/**
	 * Yields the packets that end in this piece. Throws Malformed, after which the reader must not
	 * be used.
	 */
	*read(piece) {
		for (let place = 0; place < piece.length;) {
			if (this.#missing === undefined) {
				this.#takeHead(piece[place++]);
			} else {
				const part = piece.subarray(place, place + this.#missing);
				this.#body?.set(part, this.#length - this.#missing);
				this.#missing -= part.length;
				place += part.length;
			}
			if (this.#missing !== 0) continue;
			const first = this.#first;
			const body = this.#body;
			this.#first = this.#missing = undefined;
			if (body) yield packetOf(first, body);
		}
	}

	#takeHead(byte) {
		if (this.#first === undefined) {
			demand(kinds[byte >> 4] && (byte >> 4 === 3 || !(byte & 15)));
			[this.#first, this.#length, this.#scale] = [byte, 0, 1];
			return;
		}
		this.#length += (byte & 127) * this.#scale;
		this.#scale *= 128;
		if (byte & 128) return demand(this.#scale < 128 ** 4);
		const isKept = this.#length <= this.#limit;
		demand(isKept || this.#first >> 4 === 3);
		this.#missing = this.#length;
		this.#body = isKept ? new Uint8Array(this.#length) : undefined;
	}
}

function packetOf(first, body) {
	const kind = kinds[first >> 4];
	const number = body[0] * 256 + body[1];
	const rest = body.subarray(2);
	if (kind === "publish") {
		// Subscriptions have QoS 0, at which nothing is redelivered.
		demand(!(first & 0b1110) && number <= rest.length);
		const topic = read(rest.subarray(0, number));
		demand(topic && !/[\0+#]/.test(topic));
		return { kind, topic, payload: rest.subarray(number) };
	}
	const isRight = {
		// Sessions are clean, so "session present" must be 0.
		connack: body.length === 2 && body[0] === 0,
		suback: rest.length && rest.every((code) => code === 0 || code === 128),
		unsuback: body.length === 2,
		pingresp: !body.length,
	};
	demand(isRight[kind]);
	return { kind, number, codes: rest };
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();

/** Returns the text of bytes; undefined if they are not UTF-8. */
export function read(bytes) {
	try {
		return decoder.decode(bytes);
	} catch {}
}

const word = (number) => [number >> 8, number & 255];

function text(string) {
	const bytes = encoder.encode(string);
	return [...word(bytes.length), ...bytes];
}

function packet(first, ...parts) {
	const body = parts.flat();
	const head = [first];
	let rest = body.length;
	for (; rest > 127; rest >>= 7) head.push((rest & 127) | 128);
	return Uint8Array.from([...head, rest, ...body]);
}

/** `keepAlive` is in seconds. The session ends with the connection. */
export const connect = (client, keepAlive) =>
	packet(0x10, text("MQTT"), 4, 2, word(keepAlive), text(client));
export const subscribe = (id, topics) =>
	packet(0x82, word(id), ...topics.map((topic) => [...text(topic), 0]));
export const unsubscribe = (id, topics) =>
	packet(0xa2, word(id), ...topics.map(text));
export const ping = () => packet(0xc0);
