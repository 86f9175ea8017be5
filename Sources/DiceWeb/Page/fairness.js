import { element, ui } from "./element.js";
import { toggle } from "./help.js";
import { phrase } from "./phrases.js";

/** Explains why nobody can choose a face, and shows what this page has checked. */
export function show(place, page) {
	const now = ui.proof.textContent;
	place.replaceChildren(
		...(now
			? [element("p", { class: `now ${ui.proof.className}` }, now)]
			: []),
		...["fairPromise", "fairCheck", "fairHelp", "fairVerify"].map((key) =>
			element("p", {}, phrase(key)),
		),
		toggle(phrase("contribute"), page.contribution.isOn, (wanted) =>
			page.contribution.choose(wanted),
		),
	);
}
