import { settings } from "./memory.js";

/** The languages of the page by their own names. Each has a file of phrases. */
export const languages = {
	en: "English",
	de: "Deutsch",
	fr: "Français",
	es: "Español",
};

const isKnown = (code) => Object.hasOwn(languages, code);
const wanted = [
	settings.get("language"),
	...navigator.languages.map((each) => each.split("-")[0]),
];
/** The language chosen earlier in this browser, or else the one that the browser prefers. */
export const language = wanted.find(isKnown) ?? "en";

/** The locale of dates and numbers: the browser's own variety of the language, if it has one. */
export const locale =
	navigator.languages.find((each) => each.split("-")[0] === language) ?? language;

// `again` is a function of the HTML page: it reloads a file that did not load.
const { phrases } = await import(`./words-${language}.js`).catch(
	() => new Promise(again),
);
const plurals = new Intl.PluralRules(language);

let formatter;

/**
 * Returns a number with the separators of the language. A browser takes long to make the formatter,
 * and small numbers have no separators.
 */
export function formatted(value) {
	if (!Number.isInteger(value) || Math.abs(value) < 1000) return `${value}`;
	formatter ??= new Intl.NumberFormat(locale);
	return formatter.format(value);
}

/** The values of phrases that are amounts; others are the numbers of things, such as a turn. */
const amounts = new Set(["points", "least", "total", "count", "more"]);

/** Adds phrases that have loaded later. */
export const learn = (later) => Object.assign(phrases, later.phrases);

/** Returns true if there is a phrase under a key. */
export const isSaid = (key) => Object.hasOwn(phrases, key);

/**
 * Returns the phrase under a key. `{name}` is replaced by a value, `{count:die|dice}` by the form
 * that goes with a number.
 */
export const phrase = (key, values) => filled(phrases[key], values);

function filled(text, values = {}) {
	return text.replace(
		/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g,
		(_, name, one, many) => {
			const value = values[name];
			if (one === undefined)
				return Array.isArray(value)
					? value.join(", ")
					: amounts.has(name)
						? formatted(value)
						: value;
			return plurals.select(value) === "one" ? one : many;
		},
	);
}

/**
 * Returns the phrase for a refusal; undefined if only a newer daemon knows the cause, or an older
 * one does not send it. The file of phrases is loaded with the first refusal.
 */
export async function refused(data) {
	const { cause, reason, values = data } = data;
	if (isSaid(cause ?? reason)) return phrase(cause ?? reason, values);
	if (!cause) return;
	const { refusals, worded } = await import(
		`./refusals-${language}.js`
	).catch(() => ({ refusals: {} }));
	return Object.hasOwn(refusals, cause)
		? filled(refusals[cause], worded?.(values) ?? values)
		: undefined;
}

/**
 * Joins distinct names: `ann, bo and carol`. A single name needs no `Intl.ListFormat`, which a
 * browser takes longer to make than everything else before the first dice.
 */
export function names(list) {
	const all = [...new Set(list)];
	return all[1]
		? new Intl.ListFormat(language === "en" ? "en-GB" : language).format(
				all,
			)
		: `${all}`;
}

/** Switches the page to another language. */
export function choose(code) {
	settings.set("language", code);
	location.reload();
}

document.documentElement.lang = language;
for (const each of document.querySelectorAll("[data-text]"))
	each.textContent = phrase(each.dataset.text);
for (const each of document.querySelectorAll("[data-label]"))
	each.ariaLabel = phrase(each.dataset.label);
