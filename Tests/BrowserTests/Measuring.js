// Measures whether every text of a page is whole. The script runs before the page's own scripts.
// `measure()` returns what is wrong with the page at its present size.
{
	/** Returns true if the text is hidden from sight on purpose. */
	const isForReaders = (each) =>
		!!each.closest("svg, #said, .feat") ||
		!each.checkVisibility({ visibilityProperty: true }) ||
		[each, each.parentElement].some(
			(one) => getComputedStyle(one).clipPath === "inset(50%)",
		);

	/** Returns true for a past throw that has no room on a screen that is watched from afar. */
	const isOmitted = (each) => {
		const row = each.closest("[data-role=watch] #earlier > li");
		const { right } = row?.parentElement.getBoundingClientRect() ?? {};
		return row?.getBoundingClientRect().left >= right;
	};

	const area = ({ left, right, top, bottom }) => ({ left, right, top, bottom });
	const cross = (one, other) => ({
		left: Math.max(one.left, other.left),
		right: Math.min(one.right, other.right),
		top: Math.max(one.top, other.top),
		bottom: Math.min(one.bottom, other.bottom),
	});
	const slack = 1;
	/** The number of letters up to which a word is never broken, with double text on phones less. */
	const longest = () =>
		innerWidth > 18 * parseFloat(getComputedStyle(document.documentElement).fontSize) ? 14 : 9;
	/** A line of text reaches beyond its letters at the top and at the bottom. */
	const letters = ({ left, right, top, bottom }) => ({
		left: left + slack,
		right: right - slack,
		top: top + (bottom - top) * 0.25,
		bottom: bottom - (bottom - top) * 0.25,
	});
	const isSomething = ({ left, right, top, bottom }) =>
		right - left > slack && bottom - top > slack;

	/** Returns false on the overlay, which nobody can scroll. */
	const isPage = () => document.body.matches(".page");

	/** What elements cut, in the measurement at hand. */
	const frames = new Map();

	/** Returns the area in which an element shows its contents, and whether others end there. */
	function frameOf(each) {
		const known = frames.get(each);
		if (known) return known;
		const { overflowX, overflowY, position } = getComputedStyle(each);
		const frame = { isLast: position === "fixed" };
		if (overflowX !== "visible" || overflowY !== "visible") {
			const box = each.getBoundingClientRect();
			frame.inner = {
				left: box.left + each.clientLeft,
				right: box.left + each.clientLeft + each.clientWidth,
				top: box.top + each.clientTop,
				bottom: box.top + each.clientTop + each.clientHeight,
			};
			frame.name = each.id || each.className || each.localName;
			frame.isReachable = isPage() && /auto|scroll/.test(overflowY);
		}
		frames.set(each, frame);
		return frame;
	}

	/** Returns the part of a text's rectangle that can be seen, and what cuts it for good. */
	function seenOf(rect, owner, found) {
		let seen = letters(rect);
		for (let each = owner; each !== document.documentElement; each = each.parentElement) {
			const { inner, name, isReachable, isLast } = frameOf(each);
			if (inner) {
				if (seen.left < inner.left - slack || seen.right > inner.right + slack)
					found(`is cut at the side by ${name}`);
				const isBeyond = seen.top < inner.top - slack || seen.bottom > inner.bottom + slack;
				if (isBeyond && !isReachable) found(`is cut by ${name}`);
				seen = cross(seen, inner);
			}
			if (isLast) break;
		}
		if (seen.left < -slack || seen.right > innerWidth + slack) found("is beside the page");
		if (!isPage() && (seen.top < -slack || seen.bottom > innerHeight + slack))
			found("is beyond the overlay");
		return cross(seen, { left: 0, right: innerWidth, top: 0, bottom: innerHeight });
	}

	/** Returns the words and numbers of a text that are on two lines. Longer ones may be. */
	function brokenIn(node) {
		const range = document.createRange();
		range.selectNodeContents(node);
		if (range.getClientRects().length < 2) return [];
		const isBroken = ({ 0: word, index }) => {
			range.setStart(node, index);
			range.setEnd(node, index + word.length);
			const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
			const isOnTwoLines = tops.some((top) => top > tops[0] + slack);
			return isOnTwoLines && word.length <= longest() && /[\p{L}\p{N}]/u.test(word);
		};
		return [...node.textContent.matchAll(/[^\s-]+/g)]
			.filter(isBroken)
			.map(([word]) => word);
	}

	const scrolls = (each) => /auto|scroll/.test(getComputedStyle(each).overflowY);

	/** Returns what is wrong with the texts in their present size. */
	globalThis.measure = () => {
		frames.clear();
		const wrong = [];
		const texts = [];
		const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		while (walker.nextNode()) {
			const node = walker.currentNode;
			const owner = node.parentElement;
			const text = node.textContent.trim();
			if (!text || /script|style/.test(owner.localName) || isForReaders(owner)) continue;
			if (isOmitted(owner)) continue;
			for (const word of brokenIn(node))
				wrong.push(`${JSON.stringify(word)} is broken in ${JSON.stringify(text)}`);
			const range = document.createRange();
			range.selectNodeContents(node);
			for (const rect of range.getClientRects()) {
				if (rect.width < slack || rect.height < slack) continue;
				const seen = seenOf(area(rect), owner, (what) =>
					wrong.push(`${JSON.stringify(text.slice(0, 40))} ${what}`),
				);
				if (isSomething(seen)) texts.push({ text, owner, seen });
			}
		}
		// What is under the buttons can be scrolled.
		const doesScroll = document.documentElement.scrollHeight > innerHeight + slack;
		for (const { text, owner, seen } of texts) {
			const top = document.elementFromPoint(
				(seen.left + seen.right) / 2,
				(seen.top + seen.bottom) / 2,
			);
			const isOwn = !top || top.contains(owner) || owner.contains(top);
			const isCovered = !isOwn && !top.closest(".scene, .shadow");
			const isBelowPanel = top?.closest(
				doesScroll ? "#panel, #ending, dialog, #controls" : "#panel, #ending, dialog",
			);
			if (isCovered && !isBelowPanel)
				wrong.push(
					`${JSON.stringify(text.slice(0, 40))} is covered by ${top.id || top.className || top.localName}`,
				);
		}
		const layers = "#panel, #ending, dialog, #away, .page.game #controls";
		const layerOf = (owner) => owner.closest(layers) ?? document.body;
		const sorted = texts.toSorted((one, other) => one.seen.top - other.seen.top);
		for (const [index, one] of sorted.entries())
			for (const other of sorted.slice(index + 1)) {
				if (other.seen.top >= one.seen.bottom) break;
				if (
					one.owner !== other.owner &&
					layerOf(one.owner) === layerOf(other.owner) &&
					isSomething(cross(one.seen, other.seen))
				)
					wrong.push(
						`${JSON.stringify(one.text.slice(0, 40))} is on ${JSON.stringify(other.text.slice(0, 40))}`,
					);
			}
		if (document.documentElement.scrollWidth > innerWidth)
			wrong.push(`the page is ${document.documentElement.scrollWidth} pixels wide`);
		for (const each of document.querySelectorAll("#game, #sheet, .game #throws"))
			if (doesScroll && each.scrollHeight > each.clientHeight + slack && scrolls(each))
				wrong.push(`the page and its ${each.id} scroll`);
		const roll = document.getElementById("roll");
		const isOpen = document.querySelector("dialog");
		if (!isOpen && document.body.matches(".game:not(.over)") && roll?.checkVisibility()) {
			const { top, bottom } = roll.getBoundingClientRect();
			if (top < 0 || bottom > innerHeight)
				wrong.push(`Roll is at ${Math.round(top)} to ${Math.round(bottom)}`);
		}
		const line = document.getElementById("expression");
		if (line?.checkVisibility() && line.clientHeight > 4) {
			const size = parseFloat(getComputedStyle(line).fontSize);
			if (line.clientWidth < 5 * size)
				wrong.push(`the line for notation has ${line.clientWidth} pixels`);
		}
		return [...new Set(wrong)];
	};

	/** Resolves when the page has adapted to a change of its size. */
	globalThis.settled = async () => {
		for (let frame = 0; frame < 3; frame += 1)
			await new Promise((done) => requestAnimationFrame(done));
	};
}
