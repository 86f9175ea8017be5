import { badge } from "./colour.js";
import { refusal } from "./connection.js";
import { button, element, ui, write } from "./element.js";
import { ask, isHost } from "./host.js";
import { formatted, locale, names } from "./language.js";
import { phrase } from "./phrases.js";
import { picture } from "./picture.js";

/**
 * The end of a match, shown instead of the dice: the winners, the lead, the best hand, all sheets,
 * and a picture of them.
 */
export class Ending {
	#page;
	#drawn;
	/** The time at which the last turn ended, once it is known. */
	#endedAt;

	constructor(page) {
		this.#page = page;
	}

	draw() {
		const { selves } = this.#page;
		const { table, game, rules, players, asking } = this.#page.table ?? {};
		const isShown = !!game?.over && document.body.matches(".over");
		const drawn = isShown
			? JSON.stringify([
					table,
					game,
					selves,
					players,
					asking,
					isHost(this.#page),
				])
			: "";
		if (drawn === this.#drawn) return;
		this.#drawn = drawn;
		ui.ending?.remove();
		if (!isShown) return;
		const ranks = [...game.sheets].sort(
			(one, other) => other.total - one.total,
		);
		const { winners = [] } = game;
		const [first, second] = ranks;
		const isWon =
			winners.some((name) => selves.includes(name)) && !selves[1];
		const ahead = second && first.total - second.total;
		// The picture is for others, too.
		const outcome = winners[0]
			? phrase("haveWon", {
					names: names(winners),
					count: winners.length,
				})
			: phrase("pointsOf", { points: first.total });
		const headline = isWon && !winners[1] ? phrase("youWon") : outcome;
		const lead = winners[1]
			? phrase("levelAt", { points: first.total })
			: ahead > 0 && winners[0] === first.player
				? phrase("wonBy", { points: ahead })
				: "";
		const rows = ranks.map(({ player, total }) =>
			element(
				"li",
				{},
				player ? badge(player) : "",
				element("bdi", {}, player ?? phrase("total")),
				element("b", {}, formatted(total)),
			),
		);
		const best = element("p", { class: "best" });
		const keep = button(phrase("picture"), async () => {
			if (
				await isSaved(
					picture({
						headline: outcome,
						date: dayOf(this.#endedAt),
						lead,
						game,
						rules,
						best: best.textContent,
					}),
					`${game.name}-${game.match}.png`,
				)
			)
				write(keep, phrase("saved"));
		});
		const sheets = ui.sheet.cloneNode(!!game.rounds);
		sheets.removeAttribute("id");
		sheets.className = "sheet all";
		sheets.dataset.blocks = 1;
		for (const each of sheets.querySelectorAll("button"))
			each.replaceWith(
				element("span", { class: each.className }, ...each.childNodes),
			);
		const root = element(
			"section",
			{ id: "ending", "aria-label": headline },
			element("h2", {}, headline),
			lead ? element("p", {}, lead) : "",
			element("ol", {}, ...rows),
			best,
			keep,
			...this.#next(selves[0] ? (players ?? []) : [], asking ?? []),
			sheets,
		);
		sheets.style.setProperty("--players", game.sheets.length);
		ui.stage.append(root);
		this.#read(best, sheets);
	}

	/**
	 * Returns what is said of the next match: who plays in it and who wants to, whom a host may take
	 * in.
	 */
	#next(players, asking) {
		const page = this.#page;
		const who = names(asking);
		const take = button(phrase("takeIn", { names: who }), async () => {
			take.disabled = true;
			await ask(page, "table.configure", {
				table: page.name,
				players: [...players, ...asking],
			}).catch((error) => page.say(refusal(error)));
			take.disabled = false;
		});
		return [
			players[1] && phrase("rematchFor", { names: names(players) }),
			asking[0] && phrase("wantIn", { names: who, count: asking.length }),
		]
			.filter(Boolean)
			.map((words) => element("p", {}, words))
			.concat(asking[0] && players[0] && isHost(page) ? [take] : []);
	}

	/** Shows the turn of the match that scored most, and in a bank game all of them. */
	async #read(place, sheets) {
		const { game, rules } = this.#page.table;
		const read = (kind) =>
			this.#page
				.call("table.history", { kind, limit: 1000 })
				.catch(() => ({}));
		const { entries = [] } = await read("turn");
		const { entries: corrections = [] } = await read("correction");
		// Corrections arrive newest first; the newest one of a turn counts.
		const scores = new Map(
			[...corrections].reverse().map((each) => [each.turn, each]),
		);
		const turns = entries.map((entry) => ({
			...entry,
			score: scores.get(entry.turn) ?? entry.score,
		}));
		const ended = turns.filter(({ score }) => score?.match === game.match);
		this.#endedAt = ended[0]?.endedAt;
		if (!game.rounds) {
			const { turnsOf } = await import("./bank.js");
			sheets.replaceChildren(...turnsOf(game, ended.reverse()));
		}
		const best = ended
			.sort((one, other) => other.score.points - one.score.points)[0];
		if (!(best?.score.points > 0)) return;
		const {
			by,
			score: { box, points },
			dice,
		} = best;
		const title = rules?.boxes?.find((each) => each.box === box)?.title;
		write(
			place,
			phrase(title ? "bestHandIn" : "bestHand", {
				name: by,
				points,
				box: title,
				dice: dice.map(({ value }) => value).join(" "),
			}),
		);
	}
}

const dayOf = (time) =>
	(time ? new Date(time) : new Date()).toLocaleDateString(locale, {
		dateStyle: "long",
	});

/** Shares a picture where the browser can, and saves it otherwise. Returns true if it was saved. */
async function isSaved(canvas, name) {
	const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
	const file = new File([blob], name, { type: blob.type });
	if (navigator.canShare?.({ files: [file] }))
		return navigator.share({ files: [file] }).catch(() => {});
	const link = element("a", {
		href: URL.createObjectURL(blob),
		download: name,
	});
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 60000);
	return true;
}
