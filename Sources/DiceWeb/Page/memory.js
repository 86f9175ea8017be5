/** Without storage it forgets. */
const memoryIn = (name) => {
	const attempt = (action) => {
		try {
			return action(globalThis[name]);
		} catch {}
	};
	return { get: (key) => attempt((storage) => storage.getItem(key)), set: (key, value) => attempt((storage) => storage.setItem(key, value)) };
};

/** This tab's memory, which survives a reload, and that of all tabs, which survives them. */
export const memory = memoryIn("sessionStorage"), settings = memoryIn("localStorage");
