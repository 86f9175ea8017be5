import { ui } from "./element.js";

/**
 * The width that a line of a sheet needs, in sizes of its text: title and points of each player
 * side by side, or both where they may wrap.
 */
const title = 8.8;
const points = 3.4;
const wrapped = 8.4;
/**
 * Possible heights of a line in pixels, best first: for touch, and, in sizes of the text, beside
 * the dice of a wide window.
 */
const fingers = [44, 36, 30];
const lines = [44, 1.9, 1.45];
const room = 5;

/**
 * Fits `count` lines into the sheet: with the points of all players or of one, and in blocks side
 * by side.
 */
export function arrange(count, players) {
	const { sheet, game } = ui;
	const { fontSize, maxHeight } = getComputedStyle(sheet);
	const size = parseFloat(fontSize);
	const isWide = maxHeight === "none";
	const width = sheet.clientWidth - 6;
	const height =
		(isWide
			? game.clientHeight - (sheet.offsetTop - game.offsetTop)
			: parseFloat(maxHeight)) - 6;
	const across = (shown) =>
		(shown > 1 || isWide ? title + shown * points : wrapped) * size;
	const ways = [players, 1].flatMap((shown) =>
		(isWide ? lines : fingers).flatMap((each) =>
			[1, 2, 3].map((blocks) => {
				const row = each > 10 ? each : each * size,
					rows = Math.ceil(count / blocks) + (shown > 1);
				return {
					row,
					players: shown,
					blocks,
					lines: rows,
					fits:
						width >= blocks * across(shown) &&
						height >= rows * (row + room),
				};
			}),
		),
	);
	const blocks = Math.max(1, Math.floor(width / across(1)));
	const way = ways.find(({ fits }) => fits) ?? {
		row: (isWide ? lines : fingers)[0],
		players: 1,
		blocks,
		lines: Math.ceil(count / blocks),
	};
	sheet.classList.toggle("all", way.players > 1);
	sheet.dataset.blocks = way.blocks;
	for (const name of ["blocks", "lines", "players"])
		sheet.style.setProperty(`--${name}`, way[name]);
	sheet.style.setProperty("--row", `${Math.floor(way.row)}px`);
}
