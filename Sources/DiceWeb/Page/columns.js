import { ui } from "./element.js";

/**
 * The width that a line of a sheet needs, in sizes of its text: title and points of each player
 * side by side, or both where they may wrap.
 */
const title = 8.8;
const points = 3.6;
const wrapped = 8.4;
/**
 * Possible heights of a line in pixels, best first: for touch, and, in sizes of the text, beside
 * the dice of a wide window.
 */
const fingers = [44, 36, 30];
const lines = [44, 1.9, 1.45];
const room = 5;
/** The part of the window's height that a sheet may have where the page scrolls. */
const shareOfWindow = 0.36;

/** The smallest text of all sheets side by side, in sizes of the page's text. */
const leastText = 0.8;

/** Returns the sizes of text that all sheets side by side may have: the usual one, and smaller. */
function textSizes(usual) {
	const { fontSize } = getComputedStyle(document.documentElement);
	return [1, 0.9, 0.8, 0.7, 0.6]
		.map((part) => part * usual)
		.filter((size) => size === usual || size >= leastText * parseFloat(fontSize));
}

/**
 * Fits `count` lines into the sheet: with the points of all players or of one, and in blocks side
 * by side.
 */
export function arrange(count, players) {
	const { sheet, game } = ui;
	sheet.style.fontSize = "";
	const { fontSize, maxHeight } = getComputedStyle(sheet);
	const usual = parseFloat(fontSize);
	const isWide = maxHeight === "none";
	const width = sheet.clientWidth - 6;
	const height =
		(isWide
			? game.clientHeight - (sheet.offsetTop - game.offsetTop)
			: Math.min(parseFloat(maxHeight), innerHeight * shareOfWindow)) - 6;
	const across = (shown, size = usual) =>
		(shown > 1 || isWide ? title + shown * points : wrapped) * size;
	const waysOf = (shown, size) =>
		(isWide ? lines : fingers).flatMap((each) =>
			[1, 2, 3].map((blocks) => {
				const row = each > 10 ? each : each * size;
				const rows = Math.ceil(count / blocks) + (shown > 1);
				return {
					row,
					size,
					players: shown,
					blocks,
					lines: rows,
					fits:
						width >= blocks * across(shown, size) &&
						height >= rows * (row + room),
				};
			}),
		);
	const ways = [
		...textSizes(usual).flatMap((size) => waysOf(players, size)),
		...waysOf(1, usual),
	];
	const blocks = Math.max(1, Math.floor(width / across(1)));
	const way = ways.find(({ fits }) => fits) ?? {
		row: (isWide ? lines : fingers)[0],
		players: 1,
		blocks,
		lines: Math.ceil(count / blocks),
	};
	if (way.size !== usual && way.size) sheet.style.fontSize = `${way.size}px`;
	sheet.classList.toggle("all", way.players > 1);
	sheet.dataset.blocks = way.blocks;
	for (const name of ["blocks", "lines", "players"])
		sheet.style.setProperty(`--${name}`, way[name]);
	sheet.style.setProperty("--row", `${Math.floor(way.row)}px`);
}
