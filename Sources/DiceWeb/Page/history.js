import { button, element } from "./element.js";
import { promises } from "./memory.js";
import { phrase } from "./phrases.js";
import { chainStart, verify } from "./proof.js";
import { rowOf } from "./row.js";

const pageLength = 20;

/** Shows the turns and throws of the table, newest first. */
export function show(place, page) {
	/**
	 * `told` is the last response: it says whether older entries remain, and which ones cannot be
	 * read.
	 */
	let root;
	let entries;
	let told;
	let limit;

	async function read(at = root) {
		const answer = await page.call("table.history", {
			kind: "all",
			limit,
		});
		if (at !== root) return;
		told = answer;
		await draw([
			...entries.filter(({ id }) => !(id <= told.entries[0]?.id)),
			...told.entries,
		]);
	}

	/** Adds an entry that has ended or was revealed, unless it is older than the list. */
	function add(entry) {
		if (entry.id < entries.at(-1)?.id || entry.id <= told.archived?.last)
			return;
		draw(
			[entry, ...entries.filter(({ id }) => id !== entry.id)].sort(
				(one, other) => other.id - one.id,
			),
		);
	}

	/** Returns the players of an entry's match, if this page knows them. */
	function playersOf({ score, match = score?.match }) {
		const { game, players } = page.table ?? {};
		if (match && game?.match === match) return players;
		return entries.find(
			(each) => each.players && each.score?.match === match,
		)?.players;
	}

	async function draw(all) {
		entries = all;
		const { more, damaged, archived } = told;
		const start = archived?.chain ?? chainStart;
		const corrected = new Set();
		const rows = await Promise.all(
			all.map(async (entry, index) => {
				const isKnown = !damaged && !(more && index === all.length - 1);
				const older = all[index + 1];
				const previous =
					isKnown && (older ? (older.chain ?? chainStart) : start);
				const isCorrected = corrected.has(entry.turn);
				if (entry.kind === "correction") corrected.add(entry.turn);
				const promised =
					promises.has(entry.commitment) && entry.commitment;
				const verdict = await verify(
					entry,
					promised,
					previous,
					playersOf(entry),
				);
				const row = rowOf(
					entry,
					verdict,
					page.throws.show,
					page.table,
					isCorrected,
				);
				row.open = document.getElementById(row.id)?.open;
				return row;
			}),
		);
		if (entries !== all) return;
		root.replaceChildren(
			...rows,
			rows.length || archived ? "" : phrase("nothingEnded"),
		);
		if (archived && !more) {
			const words = phrase("archivedEntries", {
				count: archived.entries,
			});
			root.append(element("p", { class: "faint" }, words));
		}
		if (more && limit < 1000)
			root.append(button(phrase("earlier"), readMore, { class: "more" }));
	}

	function readMore() {
		limit += pageLength;
		read().catch(() => {});
	}

	function changed() {
		[root, entries, told, limit] = [element("div"), [], { more: true }, 0];
		place.replaceChildren(root);
		readMore();
	}
	changed();
	return { changed, add };
}
