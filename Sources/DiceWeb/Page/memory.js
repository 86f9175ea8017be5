/** Returns a store that forgets everything where the browser offers no storage. */
const memoryIn = (name) => {
	const attempt = (action) => {
		try {
			return action(globalThis[name]);
		} catch {}
	};
	return {
		get: (key) => attempt((storage) => storage.getItem(key)),
		set: (key, value) => attempt((storage) => storage.setItem(key, value)),
	};
};

/** The tab's store, which survives a reload, and the browser's, which survives the tab. */
export const memory = memoryIn("sessionStorage");
export const settings = memoryIn("localStorage");

/** The commitments that this tab saw before their seeds were revealed. */
export const promises = new Set(memory.get("promises")?.split(","));

export function note(commitment) {
	if (!commitment || promises.has(commitment)) return;
	promises.add(commitment);
	memory.set("promises", [...promises].slice(-500).join());
}
