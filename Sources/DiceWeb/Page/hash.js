// SHA-256 (FIPS 180-4) and HMAC over it (RFC 2104), of bytes. Browsers withhold their own
// implementation from pages served over plain HTTP.

const primes = [];
for (let number = 2; primes.length < 64; number++)
	if (primes.every((prime) => number % prime)) primes.push(number);
/** Returns the first 32 fractional bits of each prime's root. */
const roots = (power) => primes.map((prime) => (prime ** power * 2 ** 32) | 0);
const start = roots(1 / 2).slice(0, 8);
const constants = roots(1 / 3);

const one = (word, count) => (word >>> count) | (word << (32 - count));
const turn = (word, a, b, c) => one(word, a) ^ one(word, b) ^ one(word, c);

export function sha256(data) {
	const padded = new Uint8Array(((data.length + 72) >> 6) << 6);
	const view = new DataView(padded.buffer);
	padded.set(data);
	padded[data.length] = 128;
	view.setUint32(padded.length - 4, data.length * 8);
	const state = Int32Array.from(start);
	const w = new Int32Array(64);
	for (let block = 0; block < padded.length; block += 64) {
		let [a, b, c, d, e, f, g, h] = state;
		for (let i = 0; i < 64; i++) {
			const old = w[i - 15];
			const late = w[i - 2];
			w[i] =
				i < 16
					? view.getInt32(block + 4 * i)
					: w[i - 16] +
						w[i - 7] +
						(one(old, 7) ^ one(old, 18) ^ (old >>> 3)) +
						(one(late, 17) ^ one(late, 19) ^ (late >>> 10));
			const next =
				h +
				turn(e, 6, 11, 25) +
				((e & f) ^ (~e & g)) +
				constants[i] +
				w[i];
			[h, g, f, e, d] = [g, f, e, (d + next) | 0, c];
			[c, b, a] = [
				b,
				a,
				(next + turn(a, 2, 13, 22) + ((a & b) ^ (a & c) ^ (b & c))) | 0,
			];
		}
		[a, b, c, d, e, f, g, h].forEach((word, i) => {
			state[i] += word;
		});
	}
	state.forEach((word, i) => view.setInt32(4 * i, word));
	return padded.slice(0, 32);
}

export function hmac(key, data) {
	const pad = (byte) => Array.from({ length: 64 }, (_, i) => key[i] ^ byte);
	return sha256([...pad(0x5c), ...sha256([...pad(0x36), ...data])]);
}

export const bytes = (hex) =>
	Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
export const hex = (data) =>
	Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");

export const commitmentOf = (secret) => hex(sha256(bytes(secret)));
