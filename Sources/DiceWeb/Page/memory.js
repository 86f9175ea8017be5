/** Without storage it forgets. */
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

/** This tab's memory, which survives a reload, and that of all tabs, which survives them. */
export const memory = memoryIn("sessionStorage");
export const settings = memoryIn("localStorage");

/** Commitments that this tab has seen before they were kept. */
export const promises = new Set(memory.get("promises")?.split(","));

export function note(commitment) {
	if (!commitment || promises.has(commitment)) return;
	promises.add(commitment);
	memory.set("promises", [...promises].slice(-500).join());
}
