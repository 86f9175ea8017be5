import { language } from "./language.js";

/** Returns a game's document with its titles in the page's language, as far as it has them. */
export function localized(game) {
	const words = new Map(Object.entries(game.words ?? {}));
	const tags = [...words.keys()].sort();
	const tag =
		tags.find((each) => each.toLowerCase() === language) ??
		tags.find((each) => each.toLowerCase().startsWith(`${language}-`));
	const { title = game.title, boxes = {}, bonuses = {} } = words.get(tag) ?? {};
	const titled = (list, nameOf, titles) => {
		const known = new Map(Object.entries(titles));
		return list?.map((each) => ({
			...each,
			title: known.get(nameOf(each)) ?? each.title,
		}));
	};
	return {
		...game,
		title,
		boxes: titled(game.boxes, ({ box }) => box, boxes),
		bonuses: titled(game.bonuses, ({ bonus }) => bonus, bonuses),
	};
}
