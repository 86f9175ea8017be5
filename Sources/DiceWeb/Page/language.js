import { settings } from "./memory.js";

/** The languages of the page, each in a file of its words, by their own names. */
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
/** What was chosen here before, or else what the browser prefers. */
export const language = wanted.find(isKnown) ?? "en";

// `again` stands in the page itself.
const { phrases } = await import(`./words-${language}.js`).catch(
	() => new Promise(again),
);
const plurals = new Intl.PluralRules(language);

/** Whether there are words under a key. */
export const isSaid = (key) => Object.hasOwn(phrases, key);

/**
 * The words under a key. `{name}` stands for a value, `{count:die|dice}` for the form that goes
 * with a number.
 */
export const phrase = (key, values = {}) =>
	phrases[key].replace(
		/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g,
		(_, name, one, many) => {
			return one === undefined
				? values[name]
				: plurals.select(values[name]) === "one"
					? one
					: many;
		},
	);

/**
 * `ann, bo and carol`, each once. What joins them takes a browser longer to make than all else
 * before the first dice.
 */
export function names(list) {
	const all = [...new Set(list)];
	return all[1]
		? new Intl.ListFormat(language === "en" ? "en-GB" : language).format(
				all,
			)
		: `${all}`;
}

/** Shows the page in another language from now on. */
export function choose(code) {
	settings.set("language", code);
	location.reload();
}

document.documentElement.lang = language;
for (const each of document.querySelectorAll("[data-text]"))
	each.textContent = phrase(each.dataset.text);
for (const each of document.querySelectorAll("[data-label]"))
	each.ariaLabel = phrase(each.dataset.label);
