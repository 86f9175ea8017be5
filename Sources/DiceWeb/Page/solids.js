// Directions and places are arrays of three: right, up the table, toward the viewer.
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a, b) => [
	a[1] * b[2] - a[2] * b[1],
	a[2] * b[0] - a[0] * b[2],
	a[0] * b[1] - a[1] * b[0],
];
export const add = (a, b, times = 1) =>
	a.map((part, index) => part + b[index] * times);
const scale = (a, by) => a.map((part) => part * by);
const unit = (a) => scale(a, 1 / Math.hypot(...a));
const middle = (points) =>
	scale(
		points.reduce((sum, each) => add(sum, each)),
		1 / points.length,
	);

const golden = (1 + Math.sqrt(5)) / 2;
const signs = (...point) =>
	point.reduce(
		(all, part) =>
			all.flatMap((start) =>
				part
					? [
							[...start, part],
							[...start, -part],
						]
					: [[...start, 0]],
			),
		[[]],
	);
const turns = (points) =>
	points.flatMap(([x, y, z]) => [
		[x, y, z],
		[y, z, x],
		[z, x, y],
	]);
const ring = (count, height, start = 0) =>
	Array.from({ length: count }, (_, index) =>
		((angle) => [Math.cos(angle), Math.sin(angle), height])(
			start + (index * 2 * Math.PI) / count,
		),
	);

/**
 * The corners of each solid; its size, as a fraction of a die's place; the radius of its edges, as
 * a fraction of its size.
 */
const corners = {
	4: [
		[
			[1, 1, 1],
			[1, -1, -1],
			[-1, 1, -1],
			[-1, -1, 1],
		],
		0.62,
		0.09,
	],
	6: [signs(1, 1, 1), 0.655, 0.17],
	8: [turns(signs(0, 0, 1)), 0.55, 0.07],
	// A pentagonal trapezohedron. Its kites are flat if its belt deviates by the square of tan 18°
	// up and down.
	10: [
		[
			[0, 0, 1],
			[0, 0, -1],
			...ring(5, Math.tan(Math.PI / 10) ** 2),
			...ring(5, -(Math.tan(Math.PI / 10) ** 2), Math.PI / 5),
		],
		0.53,
		0.07,
	],
	12: [
		[...signs(1, 1, 1), ...turns(signs(0, 1 / golden, golden))],
		0.53,
		0.06,
	],
	20: [turns(signs(0, 1, golden)), 0.55, 0.05],
	coin: [[...ring(24, 0.11), ...ring(24, -0.11)], 0.5, 0.05],
	ball: [signs(1, 1, 1), 0.5, 0.86],
};

/**
 * A solid with rounded edges: flat faces, cylindrical strips between them, and spherical corners.
 */
class Solid {
	/**
	 * The places of values: the direction that points up when the value is read, the direction of
	 * the top of its writing, and its room.
	 */
	marks = [];
	/**
	 * The places for writing, each of which shows the value of a mark. A mark on a corner has a
	 * slot on each face around it.
	 */
	slots = [];
	/**
	 * The points of the solid's triangles, each as place, direction, place in the writing, and
	 * slot.
	 */
	points = [];

	constructor(kind) {
		const [given, size, round] = corners[kind];
		const longest = Math.max(...given.map((each) => Math.hypot(...each)));
		const core = given.map((each) =>
			scale(each, (size * (1 - round)) / longest),
		);
		Object.assign(this, { kind, corners: core, radius: size * round });
		const faces = facesOf(core);
		if (kind === 4) this.#markCorners(core, faces);
		else this.#markFaces(faces);
		this.values = numbered(this.marks);
		if (kind === "ball") this.#bend(faces);
		else this.#round(core, faces);
		/** The height of the solid's middle at rest. */
		this.depth =
			this.radius +
			(kind === "ball"
				? 0
				: Math.min(
						...faces.map(({ normal, ring }) => dot(normal, ring[0])),
					));
	}

	#markFaces(faces) {
		for (const { normal, ring } of faces.filter(
			({ ring }) => this.kind !== "coin" || ring.length > 4,
		)) {
			const centre = middle(ring);
			const far = [...ring].sort(
				(a, b) =>
					Math.hypot(...add(b, centre, -1)) -
					Math.hypot(...add(a, centre, -1)),
			)[0];
			const up = unit(
				add(
					ring.length === 4 && this.kind !== 10
						? middle(ring.slice(0, 2))
						: far,
					centre,
					-1,
				),
			);
			const room =
				{ 6: 0.98, ball: 0.9, 10: 0.54, 12: 0.72, coin: 0.7 }[
					this.kind
				] ?? 0.56;
			const side =
				Math.max(
					...ring.map((each, index) =>
						Math.hypot(...add(each, ring.at(index - 1), -1)),
					),
				) +
				2 * this.radius;
			this.slots.push({
				mark: this.marks.length,
				origin: centre,
				up,
				normal,
				room:
					this.kind === "coin" || this.kind === "ball"
						? room * size(this)
						: room * side,
			});
			this.marks.push({ normal, up });
		}
	}

	/** Adds a mark for each corner, with a slot on each of the faces around it. */
	#markCorners(core, faces) {
		for (const corner of core) {
			const normal = unit(corner);
			const around = faces.filter(({ ring }) => ring.includes(corner));
			const outward = add(
				around[0].normal,
				normal,
				-dot(around[0].normal, normal),
			);
			for (const { normal: face, ring } of around) {
				const centre = middle(ring);
				const up = unit(add(corner, centre, -1));
				this.slots.push({
					mark: this.marks.length,
					origin: add(centre, add(corner, centre, -1), 0.4),
					up,
					normal: face,
					room: 0.62 * size(this),
					corner,
				});
			}
			this.marks.push({ normal, up: scale(unit(outward), -1) });
		}
	}

	#round(core, faces) {
		const { radius } = this;
		const at = (corner, { normal }) => [
			add(corner, normal, radius),
			normal,
		];
		const steps = { coin: 1, 6: 6 }[this.kind] ?? 3;
		const bend = (a, b, part) => unit(add(scale(a, 1 - part), b, part));
		const arc = (a, b) =>
			Array.from({ length: steps }, (_, step) => [
				bend(a, b, step / steps),
				bend(a, b, (step + 1) / steps),
			]);
		for (const face of faces) {
			const { ring } = face;
			const centre = middle(ring);
			face.slots = this.slots
				.map((slot, index) => ({ ...slot, index }))
				.filter((slot) => slot.normal === face.normal);
			ring.forEach((corner, index) => {
				const next = ring[(index + 1) % ring.length];
				const half = middle([corner, next]);
				const other = faces.find(
					(each) =>
						each !== face &&
						each.ring.includes(corner) &&
						each.ring.includes(next),
				);
				if (this.kind === 4)
					for (const part of [
						[centre, corner, half],
						[centre, half, next],
					])
						this.#add(
							face,
							part.includes(corner) ? corner : next,
							part.map((each) => at(each, face)),
						);
				else if (index > 1)
					this.#add(
						face,
						corner,
						[ring[0], ring[index - 1], corner].map((each) =>
							at(each, face),
						),
					);
				// An edge is a strip between two faces; add it once.
				if (faces.indexOf(face) > faces.indexOf(other)) return;
				for (const [n, m] of arc(face.normal, other.normal)) {
					const [a, b, c, d] = [
						[corner, n],
						[corner, m],
						[next, m],
						[next, n],
					].map(([each, normal]) => at(each, { normal }));
					this.#add(face, corner, [a, b, c]);
					this.#add(face, corner, [a, c, d]);
				}
			});
		}
		for (const corner of core) {
			const ring = around(
				corner,
				faces.filter(({ ring }) => ring.includes(corner)),
				({ normal }) => normal,
			);
			const tip = unit(
				ring.reduce((sum, { normal }) => add(sum, normal), [0, 0, 0]),
			);
			ring.forEach((face, index) => {
				for (const pair of arc(ring.at(index - 1).normal, face.normal))
					this.#add(
						face,
						corner,
						[tip, ...pair].map((normal) => at(corner, { normal })),
					);
			});
		}
	}

	/** Makes a ball: a cube whose faces are bent in small squares. The middle is its only corner. */
	#bend(faces) {
		const count = 7;
		const whole = size(this);
		for (const face of faces) {
			face.slots = this.slots
				.map((slot, index) => ({ ...slot, index }))
				.filter((slot) => slot.normal === face.normal);
			const [{ up, normal }] = face.slots;
			const right = cross(up, normal);
			const point = (x, y) => {
				const [across, along] = [x, y].map((part) =>
						Math.tan((((part / count) * 2 - 1) * Math.PI) / 4),
					),
					way = unit(add(add(normal, right, across), up, along));
				return [scale(way, whole), way];
			};
			for (let x = 0; x < count; x += 1)
				for (let y = 0; y < count; y += 1) {
					const [a, b, c, d] = [
						point(x, y),
						point(x + 1, y),
						point(x + 1, y + 1),
						point(x, y + 1),
					];
					this.#add(face, undefined, [a, b, c]);
					this.#add(face, undefined, [a, c, d]);
				}
		}
		this.radius = whole;
		this.corners = [[0, 0, 0]];
	}

	/** Adds a triangle, counterclockwise seen from outside. */
	#add({ slots }, corner, [first, ...others]) {
		const [a, b, c] = [first, ...others].map(([place]) => place);
		const isInside =
			dot(cross(add(b, a, -1), add(c, a, -1)), add(add(a, b), c)) < 0;
		const slot = slots.find(
			(each) => !each.corner || each.corner === corner,
		);
		for (const [place, normal] of [
			first,
			...(isInside ? others.reverse() : others),
		]) {
			const from = slot && add(place, slot.origin, -1);
			this.points.push(
				...place,
				...normal,
				...(slot
					? [
							dot(from, cross(slot.up, slot.normal)) / slot.room,
							dot(from, slot.up) / slot.room,
							slot.index,
						]
					: [9, 9, 0]),
			);
		}
	}
}

const size = (solid) =>
	Math.max(...solid.corners.map((each) => Math.hypot(...each))) +
	solid.radius;

/** Returns things in the order of their places around an axis, counterclockwise. */
function around(axis, things, placeOf) {
	const centre = middle(things.map(placeOf));
	const right = unit(add(placeOf(things[0]), centre, -1));
	const up = cross(unit(axis), right);
	const angle = (each) =>
		Math.atan2(
			dot(add(placeOf(each), centre, -1), up),
			dot(add(placeOf(each), centre, -1), right),
		);
	return [...things].sort((one, other) => angle(one) - angle(other));
}

/**
 * Returns the faces of a convex solid: the direction of each, and its corners, counterclockwise
 * from outside.
 */
function facesOf(corners) {
	const faces = [];
	corners.forEach((a, first) =>
		corners.slice(first + 1).forEach((b, second) =>
			corners.slice(first + second + 2).forEach((c) => {
				const across = cross(add(b, a, -1), add(c, a, -1));
				if (Math.hypot(...across) < 1e-9) return;
				const normal = unit(
					scale(across, Math.sign(dot(across, a)) || 1),
				);
				const depth = dot(normal, a);
				if (
					depth < 1e-6 ||
					corners.some((each) => dot(normal, each) > depth + 1e-6) ||
					faces.some((face) => dot(face.normal, normal) > 1 - 1e-6)
				)
					return;
				faces.push({
					normal,
					ring: around(
						normal,
						corners.filter(
							(each) => dot(normal, each) > depth - 1e-6,
						),
						(each) => each,
					),
				});
			}),
		),
	);
	return faces;
}

/** Returns the value of each mark, from 1, so that opposite values have a constant sum. */
function numbered(marks) {
	const values = [];
	let next = 1;
	marks.forEach(({ normal }, index) => {
		if (values[index]) return;
		const other = marks.findIndex(
			(each) => dot(each.normal, normal) < -0.999,
		);
		values[index] = next;
		if (other >= 0) values[other] = marks.length + 1 - next;
		next += 1;
	});
	return values;
}

const made = {};

/** Returns a solid, which is made on first use. */
export const solidOf = (kind) => (made[kind] ??= new Solid(kind));
