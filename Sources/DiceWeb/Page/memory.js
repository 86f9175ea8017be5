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

/** The number of expressions that this browser remembers. */
const remembered = 6;

/** Returns the last expressions, newest first. */
export const expressions = () =>
	settings.get("expressions")?.split("\n") ?? [];

export function remember(expression) {
	const others = expressions().filter((each) => each !== expression);
	const all = [expression, ...others].slice(0, remembered);
	settings.set("expressions", all.join("\n"));
}

/** The commitments that this tab saw before their seeds were revealed. */
export const promises = new Set(memory.get("promises")?.split(","));

export function note(commitment) {
	if (!commitment || promises.has(commitment)) return;
	promises.add(commitment);
	memory.set("promises", [...promises].slice(-500).join());
}
