import { settings } from "./memory.js";

export const isOn = () => settings.get("sound") === "on";

export function turnOn(isWanted) {
	settings.set("sound", isWanted ? "on" : "off");
	settle();
}

/** What is felt and heard comes with the first of it, if the person wants that. */
const play = (name, ...rest) =>
	isOn() &&
	import("./noise.js").then((noise) => noise[name](...rest)).catch(() => {});

/** A die comes to rest. */
export const settle = () => document.hidden || play("settle");

/** Notes of so many Hz each, one after the other. */
export const ring = (...notes) => play("ring", ...notes);
