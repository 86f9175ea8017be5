import { settings } from "./memory.js";

export const isOn = () => settings.get("sound") === "on";

export function turnOn(isWanted) {
	settings.set("sound", isWanted ? "on" : "off");
	settle();
}

/** Plays a sound or vibration, if the person has turned them on; the first one loads their code. */
const play = (name, ...rest) =>
	isOn() &&
	import("./noise.js").then((noise) => noise[name](...rest)).catch(() => {});

/** Plays the sound of a die that settles. */
export const settle = () => document.hidden || play("settle");

/** Plays notes of these frequencies in Hz, one after another. */
export const ring = (...notes) => play("ring", ...notes);
