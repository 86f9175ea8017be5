import { paintOf } from "./colour.js";
import { element } from "./element.js";
import { formatted } from "./language.js";
import { phrase } from "./phrases.js";
import { pointsOf } from "./sheet.js";

const width = 1080;
const edge = 60;
const line = 52;

/** Draws the sheets of a match as a picture, in the page's colors. */
export function picture({
	headline,
	date,
	lead,
	game: { name, sheets },
	rules,
	best,
}) {
	const style = getComputedStyle(document.documentElement);
	const colour = (key) => style.getPropertyValue(`--${key}`);
	const boxes = rules?.boxes ?? [];
	const top = 330 + (best ? line : 0);
	const column = Math.min(220, (width - 2 * edge - 330) / sheets.length);
	const height = top + line * (boxes.length + 2) + 2 * edge;
	const canvas = element("canvas", { width, height });
	const pen = canvas.getContext("2d");
	const write = (
		text,
		x,
		y,
		size,
		{
			paint = colour("text"),
			align = "left",
			weight = 400,
			room = width,
		} = {},
	) => {
		Object.assign(pen, {
			font: `${weight} ${size}px system-ui, sans-serif`,
			fillStyle: paint,
			textAlign: align,
			textBaseline: "middle",
		});
		pen.fillText(text, x, y, room);
	};
	pen.fillStyle = colour("ground");
	pen.fillRect(0, 0, width, height);
	write(`${rules?.title ?? name} · ${date}`, edge, edge + 20, 40, {
		paint: colour("muted"),
	});
	write(headline, edge, edge + 100, 76, {
		weight: 700,
		room: width - 2 * edge,
	});
	write(lead, edge, edge + 175, 40);
	write(best, edge, edge + 235, 34, {
		paint: colour("muted"),
		room: width - 2 * edge,
	});
	const place = (index) =>
		width - edge - column * (sheets.length - index - 0.5);
	const row = (title, of, y, more) => {
		write(title, edge, y, 32, { room: 310, ...more });
		for (const [index, sheet] of sheets.entries())
			write(of(sheet), place(index), y, 32, { align: "center", ...more });
	};
	for (const [index, { player }] of sheets.entries()) {
		if (!player) continue;
		pen.fillStyle = paintOf(player);
		pen.fillRect(place(index) - column / 2 + 8, top - 34, column - 16, 8);
		write(player, place(index), top, 32, {
			align: "center",
			weight: 700,
			room: column - 16,
		});
	}
	for (const [index, { box, title }] of boxes.entries()) {
		row(
			title,
			(sheet) => pointsOf(sheet.boxes, box) ?? "–",
			top + line * (index + 1),
		);
	}
	const extra = (sheet) =>
		Object.values(sheet.bonuses ?? {}).reduce(
			(sum, points) => sum + points,
			0,
		);
	if (sheets.some(extra))
		row(
			phrase("bonuses"),
			(sheet) => extra(sheet) || "–",
			top + line * (boxes.length + 1),
		);
	row(
		phrase("total"),
		({ total }) => formatted(total),
		top + line * (boxes.length + 2),
		{ weight: 700 },
	);
	return canvas;
}
