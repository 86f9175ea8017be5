// Directions and places are arrays of three: right, up the table, towards whoever looks.
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const add = (a, b, times = 1) => a.map((part, index) => part + b[index] * times);
const scale = (a, by) => a.map((part) => part * by);
const unit = (a) => scale(a, 1 / Math.hypot(...a));
const middle = (points) => scale(points.reduce((sum, each) => add(sum, each)), 1 / points.length);

const golden = (1 + Math.sqrt(5)) / 2;
const signs = (...point) => point.reduce((all, part) => all.flatMap((start) => (part ? [[...start, part], [...start, -part]] : [[...start, 0]])), [[]]);
const turns = (points) => points.flatMap(([x, y, z]) => [[x, y, z], [y, z, x], [z, x, y]]);
const ring = (count, height, start = 0) => Array.from({ length: count }, (_, index) => ((angle) => [Math.cos(angle), Math.sin(angle), height])(start + (index * 2 * Math.PI) / count));

/** The corners of each solid; then its size as a part of a die's place, and how round its edges are as a part of that. */
const corners = {
	4: [[[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]], 0.62, 0.09],
	6: [signs(1, 1, 1), 0.655, 0.17],
	8: [turns(signs(0, 0, 1)), 0.55, 0.07],
	// A pentagonal trapezohedron, whose kites are flat if its belt goes up and down by the square of tan 18°.
	10: [[[0, 0, 1], [0, 0, -1], ...ring(5, Math.tan(Math.PI / 10) ** 2), ...ring(5, -(Math.tan(Math.PI / 10) ** 2), Math.PI / 5)], 0.53, 0.07],
	12: [[...signs(1, 1, 1), ...turns(signs(0, 1 / golden, golden))], 0.53, 0.06],
	20: [turns(signs(0, 1, golden)), 0.55, 0.05],
	coin: [[...ring(24, 0.11), ...ring(24, -0.11)], 0.5, 0.05],
	ball: [signs(1, 1, 1), 0.5, 0.86],
};

/** A solid with rounded edges: flat faces, strips of cylinders between them, and parts of balls at the corners. */
class Solid {
	/** Where values can stand: the direction that is up when it is read, which way its writing stands, and its room. */
	marks = [];
	/** Places for writing: each has a mark's value. Those of a corner's mark stand on each face around it. */
	slots = [];
	/** For each point of its triangles: place, direction, place in the writing, slot. */
	points = [];

	constructor(kind) {
		const [given, size, round] = corners[kind], longest = Math.max(...given.map((each) => Math.hypot(...each)));
		const core = given.map((each) => scale(each, (size * (1 - round)) / longest));
		Object.assign(this, { kind, corners: core, radius: size * round });
		const faces = facesOf(core);
		if (kind === 4) this.#markCorners(core, faces);
		else this.#markFaces(faces);
		this.values = numbered(this.marks);
		this.#round(core, faces);
		/** How high its middle is as it lies. */
		this.depth = this.radius + Math.min(...faces.map(({ normal, ring }) => dot(normal, ring[0])));
	}

	#markFaces(faces) {
		for (const { normal, ring } of faces.filter(({ ring }) => this.kind !== "coin" || ring.length > 4)) {
			const centre = middle(ring), far = [...ring].sort((a, b) => Math.hypot(...add(b, centre, -1)) - Math.hypot(...add(a, centre, -1)))[0];
			const up = unit(add(ring.length === 4 && this.kind !== 10 ? middle(ring.slice(0, 2)) : far, centre, -1));
			const room = { 6: 0.98, ball: 0.9, 10: 0.54, 12: 0.72, coin: 0.7 }[this.kind] ?? 0.56;
			const side = Math.max(...ring.map((each, index) => Math.hypot(...add(each, ring.at(index - 1), -1)))) + 2 * this.radius;
			this.slots.push({ mark: this.marks.length, origin: centre, up, normal, room: this.kind === "coin" || this.kind === "ball" ? room * size(this) : room * side });
			this.marks.push({ normal, up });
		}
	}

	/** The value of a corner stands on each of the faces around it. */
	#markCorners(core, faces) {
		for (const corner of core) {
			const normal = unit(corner), around = faces.filter(({ ring }) => ring.includes(corner));
			const outward = add(around[0].normal, normal, -dot(around[0].normal, normal));
			for (const { normal: face, ring } of around) {
				const centre = middle(ring), up = unit(add(corner, centre, -1));
				this.slots.push({ mark: this.marks.length, origin: add(centre, add(corner, centre, -1), 0.4), up, normal: face, room: 0.62 * size(this), corner });
			}
			this.marks.push({ normal, up: scale(unit(outward), -1) });
		}
	}

	#round(core, faces) {
		const arc = { ball: 4, 6: 4 }[this.kind] ?? 2, { radius } = this, neighbours = new Map();
		for (const face of faces) {
			const { normal, ring } = face, at = (corner) => add(corner, normal, radius);
			face.slots = this.slots.map((slot, index) => ({ ...slot, index })).filter((slot) => slot.normal === normal);
			const centre = middle(ring);
			ring.forEach((corner, index) => {
				const next = ring[(index + 1) % ring.length], half = middle([corner, next]), flat = (...places) => places.map((place) => [at(place), normal]);
				if (this.kind === 4) for (const part of [[centre, corner, half], [centre, half, next]]) this.#add(face, part.includes(corner) ? corner : next, flat(...part));
				else this.#add(face, corner, flat(centre, corner, next));
				neighbours.set(`${core.indexOf(corner)} ${core.indexOf(next)}`, face);
			});
		}
		const bend = (a, b, part) => unit(add(scale(a.normal, 1 - part), b.normal, part));
		for (const face of faces) {
			face.ring.forEach((corner, index) => {
				const next = face.ring[(index + 1) % face.ring.length], before = face.ring.at(index - 1);
				const other = neighbours.get(`${core.indexOf(next)} ${core.indexOf(corner)}`), last = neighbours.get(`${core.indexOf(corner)} ${core.indexOf(before)}`);
				const point = (place, n) => [add(place, n, radius), n];
				const tip = unit(faces.filter(({ ring }) => ring.includes(corner)).reduce((sum, { normal }) => add(sum, normal), [0, 0, 0]));
				// Half of each edge, and of each part of a ball, belongs to this face.
				for (let step = 0; step < arc / 2; step += 1) {
					const [from, to] = [step / arc, (step + 1) / arc], [a, b] = [bend(face, other, from), bend(face, other, to)], [c, d] = [bend(face, last, from), bend(face, last, to)];
					this.#add(face, corner, [point(corner, a), point(corner, b), point(next, b)]);
					this.#add(face, corner, [point(corner, a), point(next, b), point(next, a)]);
					this.#add(face, corner, [point(corner, tip), point(corner, b), point(corner, a)]);
					this.#add(face, corner, [point(corner, tip), point(corner, c), point(corner, d)]);
				}
			});
		}
	}

	#add(face, corner, triangle) {
		if (this.kind !== "ball") return this.#addOne(face, corner, triangle);
		// A ball has four small triangles for each, on its surface.
		const whole = size(this), [a, b, c] = triangle.map(([place]) => unit(place)), [ab, bc, ca] = [[a, b], [b, c], [c, a]].map(([one, other]) => unit(add(one, other)));
		for (const small of [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]) this.#addOne(face, corner, small.map((each) => [scale(each, whole), each]));
	}

	#addOne({ slots }, corner, [first, ...others]) {
		// Counterclockwise from outside.
		const [a, b, c] = [first, ...others].map(([place]) => place), isInside = dot(cross(add(b, a, -1), add(c, a, -1)), first[1]) < 0;
		const triangle = [first, ...(isInside ? others.reverse() : others)];
		const slot = slots.find((each) => !each.corner || each.corner === corner);
		for (const [place, normal] of triangle) {
			const from = slot && add(place, slot.origin, -1);
			this.points.push(...place, ...normal, ...(slot ? [dot(from, cross(slot.up, slot.normal)) / slot.room, dot(from, slot.up) / slot.room, slot.index] : [9, 9, 0]));
		}
	}
}

const size = (solid) => Math.max(...solid.corners.map((each) => Math.hypot(...each))) + solid.radius;

/** The faces of a convex solid: which way each looks, and its corners, counterclockwise from outside. */
function facesOf(corners) {
	const faces = [];
	corners.forEach((a, first) => corners.slice(first + 1).forEach((b, second) => corners.slice(first + second + 2).forEach((c) => {
		const across = cross(add(b, a, -1), add(c, a, -1));
		if (Math.hypot(...across) < 1e-9) return;
		const normal = unit(scale(across, Math.sign(dot(across, a)) || 1)), depth = dot(normal, a);
		if (depth < 1e-6 || corners.some((each) => dot(normal, each) > depth + 1e-6) || faces.some((face) => dot(face.normal, normal) > 1 - 1e-6)) return;
		const ring = corners.filter((each) => dot(normal, each) > depth - 1e-6), centre = middle(ring), right = unit(add(ring[0], centre, -1)), up = cross(normal, right);
		const angle = (each) => Math.atan2(dot(add(each, centre, -1), up), dot(add(each, centre, -1), right));
		faces.push({ normal, ring: ring.sort((one, other) => angle(one) - angle(other)) });
	})));
	return faces;
}

/** The number of each mark from 1, as opposite ones of a die come to the same sum. */
function numbered(marks) {
	const values = [];
	let next = 1;
	marks.forEach(({ normal }, index) => {
		if (values[index]) return;
		const other = marks.findIndex((each) => dot(each.normal, normal) < -0.999);
		values[index] = next;
		if (other >= 0) values[other] = marks.length + 1 - next;
		next += 1;
	});
	return values;
}

const made = {};

/** A solid, made when it is needed first. */
export const solidOf = (kind) => (made[kind] ??= new Solid(kind));
