/**
 * Returns a function that words what a refusal's values expected. `terms` are pairs of the daemon's
 * words, with `#` for each number, and those of a language. What can be typed stays as it is.
 */
export function wording(terms) {
	const known = new Map(terms);
	const worded = (text) => {
		const numbers = text.match(/\d+/g) ?? [];
		const words = known.get(text.replace(/\d+/g, "#"));
		return words?.replace(/#/g, () => numbers.shift()) ?? text;
	};
	return (values) => ({ ...values, expected: values.expected?.map(worded) });
}
