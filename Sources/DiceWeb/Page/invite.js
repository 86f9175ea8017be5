import { button, element, svg, write } from "./element.js";
import { ask, choice, field, form, listed } from "./host.js";
import { locale } from "./language.js";
import { phrase } from "./phrases.js";

/**
 * Shows a link for others, as an address and as a QR code. `waiting` are the names that have no
 * link yet.
 */
export function show(place, page, waiting) {
	const { players = [] } = page.table ?? {};
	const free = waiting ?? players.filter((name) => !page.own.includes(name));
	const kind = choice(
		phrase("inviteTo"),
		["play", "watch", "overlay"].map((each) => [
			each,
			phrase(`${each}Link`),
		]),
	);
	const names = field(phrase("forNames"), {
		value: free[0] ?? "",
		placeholder: phrase("namesTogether"),
	});
	const made = element("div", { class: "made" });
	const chips = free.map((name) =>
		button(
			name,
			({ target }) => {
				[kind.input.value, names.input.value, names.root.hidden] = [
					"play",
					name,
					false,
				];
				target.form.requestSubmit();
			},
			{ type: "button" },
		),
	);
	names.input.required = true;
	kind.input.addEventListener("change", () => {
		names.root.hidden = !(names.input.required =
			kind.input.value === "play");
	});
	place.append(
		form(
			phrase("makeLink"),
			make,
			element("p", { class: "choices" }, ...chips),
			kind.root,
			names.root,
		),
		made,
	);

	if (waiting) place.firstChild.requestSubmit();

	async function make() {
		made.replaceChildren();
		const as = listed(names.input.value);
		const isPlay = kind.input.value === "play";
		const overlay = kind.input.value === "overlay";
		const whose = isPlay
			? { as: as.length > 1 ? as : as[0] }
			: { role: "watch", ...(overlay && { overlay }) };
		const { url, expires, code } = await ask(page, "link.make", {
			...whose,
			...(isPlay ? { table: page.name } : { tables: [page.name] }),
			code: true,
		});
		const link = element("input", {
			type: "text",
			readonly: "",
			value: url,
			"aria-label": phrase("link"),
		});
		link.addEventListener("focus", () => link.select());
		const until = phrase("until", {
			time: new Date(expires).toLocaleString(locale, {
				dateStyle: "short",
				timeStyle: "short",
			}),
		});
		// A code is for phones, which cannot reach this computer by such an address.
		const isHere = /^(127\.|localhost$|\[::1\])/.test(
			new URL(url).hostname,
		);
		made.replaceChildren(
			element(
				"h3",
				{},
				as[0] && isPlay
					? as.join(", ")
					: phrase(`${kind.input.value}Link`),
			),
			isHere
				? element("p", { class: "mistake" }, phrase("hereAlone"))
				: code
					? drawn(code)
					: "",
			link,
			...ways(link),
			element("p", {}, until),
		);
		made.scrollIntoView({ block: "nearest" });
	}
}

/** Returns buttons for the ways in which this browser can share the address in an input. */
function ways(input) {
	const copy = button(phrase("copy"), async () => {
		write(copy, phrase((await isCopied(input)) ? "copied" : "copyByHand"));
	});
	const share = () =>
		navigator.share({ url: input.value }).catch(() => {});
	return [
		copy,
		...(navigator.share ? [button(phrase("share"), share)] : []),
	];
}

/**
 * Copies the text of an input; returns false if the browser refuses. Without encryption browsers
 * offer no clipboard, and copy only what is selected.
 */
async function isCopied(input) {
	try {
		await navigator.clipboard.writeText(input.value);
		return true;
	} catch {
		input.select();
		return document.execCommand("copy");
	}
}

/** Draws the code, dark on light in any color scheme, with the border that cameras need. */
function drawn(rows) {
	const size = rows.length + 8;
	const d = rows
		.flatMap((row, y) =>
			[...row].map((bit, x) =>
				bit === "1" ? `M${x + 4} ${y + 4}h1v1h-1z` : "",
			),
		)
		.join("");
	const ground = svg("path", {
		class: "light",
		d: `M0 0h${size}v${size}H0z`,
	});
	return svg(
		"svg",
		{
			class: "code",
			viewBox: `0 0 ${size} ${size}`,
			role: "img",
			"aria-label": phrase("code"),
			"shape-rendering": "crispEdges",
		},
		ground,
		svg("path", { class: "dark", d }),
	);
}
