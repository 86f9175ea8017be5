/** Returns an element with these attributes and children, none of which is parsed as HTML. */
export const element = (name, attributes, ...children) =>
	fill(document.createElement(name), attributes, children);
export const svg = (name, attributes, ...children) =>
	fill(
		document.createElementNS("http://www.w3.org/2000/svg", name),
		attributes,
		children,
	);

function fill(made, attributes = {}, children) {
	for (const [name, value] of Object.entries(attributes))
		made.setAttribute(name, value);
	made.append(...children);
	return made;
}

/** Returns a button with an action. */
export function button(words, action, attributes) {
	const made = element("button", attributes, words);
	made.addEventListener("click", action);
	return made;
}

/** The time in milliseconds after which a question counts as seen. */
export const glance = 400;

/** The elements of the page by id. */
export const ui = new Proxy(
	{},
	{ get: (_, id) => document.getElementById(id) },
);

/** Sets a text only if it differs, so that nothing is drawn or announced twice. */
export function write(target, text) {
	if (target.textContent !== text) target.textContent = text;
}

/** Announces an event in one sentence to screen readers. */
export const tell = (sentence) => write(ui.said, sentence);

/** Replaces an element's children only if they differ. */
export function fillWith(target, list) {
	if (target.innerHTML !== list.map((each) => each.outerHTML).join(""))
		target.replaceChildren(...list);
}
