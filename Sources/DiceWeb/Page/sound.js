import { settings } from "./memory.js";

export const isOn = () => settings.get("sound") === "on";

export function turnOn(isWanted) {
	settings.set("sound", isWanted ? "on" : "off");
	settle();
}

/** Loads sounds and vibrations with the first one, if the person has turned them on. */
const play = (name, ...rest) =>
	isOn() &&
	import("./noise.js").then((noise) => noise[name](...rest)).catch(() => {});

/** Plays the sound of a die that settles. */
export const settle = () => document.hidden || play("settle");

/** Plays notes of these frequencies in Hz, one after another. */
export const ring = (...notes) => play("ring", ...notes);
