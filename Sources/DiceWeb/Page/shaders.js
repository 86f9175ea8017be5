import { rise } from "./camera.js";

/** The perspective, from a distance in pixels, as `camera.js` computes it. */
const view = `
uniform vec2 room;
const float rise = ${rise};
uniform float distance;
vec4 seen(vec3 place, float size) {
	float far = (distance - place.z + .4 * size) / distance;
	return vec4(vec2(place.x, place.y + rise * place.z) / room * 2., 0., far);
}`;

/** A die: its rotated points, each lit by one warm light, and the writing in their slots. */
export const dieShaders = [
	`#version 300 es
layout(location = 0) in vec3 point;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec3 spot;
layout(location = 3) in mat3 turn;
layout(location = 6) in vec4 place;
layout(location = 7) in vec4 body;
layout(location = 8) in vec4 ink;
uniform highp usampler2D writing;
uniform vec2 grid;
uniform float layers;
uniform float plain;
uniform float aside;
uniform vec3 tops[20];
${view}
out vec3 at;
out vec4 shine;
flat out vec2 cell;
flat out vec4 paint;
flat out vec3 text;
const vec3 light = normalize(vec3(-.45, .5, .95));
const vec3 eye = normalize(vec3(0., -.3, 1.));
const vec3 between = normalize(light + eye);
void main() {
	vec3 turned = point * turn;
	vec3 facing = normal * turn;
	float lit = max(dot(facing, light), 0.);
	float edge = 1. - max(dot(facing, eye), 0.);
	float gloss = pow(max(dot(facing, between), 0.), 48.) * .26;
	vec3 warm = mix(vec3(.5, .49, .52), vec3(1.02, .99, .93), lit);
	warm *= mix(.8, 1., smoothstep(-.9, .2, facing.z));
	float glint = (gloss + edge * edge * edge * .12) * (1. - plain);
	shine = vec4(mix(warm, vec3(mix(.6, 1., lit)), plain), glint);
	// Writing is fainter unless its mark is on top.
	float top = (tops[int(spot.z)] * turn).z;
	at = vec3(spot.x, -spot.y, mix(aside, 1., smoothstep(.8, .97, top)));
	float number = float(texelFetch(writing, ivec2(int(spot.z), int(ink.w)), 0).r);
	cell = vec2(mod(number, grid.x), floor(number / grid.x));
	paint = body;
	text = ink.rgb;
	gl_Position = seen(place.xyz + turned * place.w, place.w);
	// Each die has a layer of depths of its own.
	gl_Position.z = (1. - (ink.w + .5 + turned.z * .4) / layers * 2.) * gl_Position.w;
}`,
	`#version 300 es
precision highp float;
uniform sampler2D picture;
uniform vec2 grid;
in vec3 at;
in vec4 shine;
flat in vec2 cell;
flat in vec4 paint;
flat in vec3 text;
out vec4 colour;
void main() {
	float mark = 0.;
	vec2 size = vec2(textureSize(picture, 0));
	vec2 spot = (cell + at.xy + .5) / grid;
	// A magnified edge is drawn as one line between ink and ground.
	float fine = length(fwidth(spot * size));
	if (max(abs(at.x), abs(at.y)) < .5) {
		float ink = texture(picture, spot).r;
		float sharp = clamp((ink - .5) / max(fine, .2) + .5, 0., 1.);
		mark = mix(sharp, ink, smoothstep(.7, 1.2, fine)) * at.z;
	}
	vec3 lit = mix(paint.rgb, text, mark) * shine.rgb + shine.a * (1. - mark * .6);
	colour = vec4(min(lit, 1.), 1.) * paint.a;
}`,
];

/** The soft shadow of a die on the table. */
export const shadowShaders = [
	`#version 300 es
layout(location = 0) in vec2 place;
layout(location = 1) in vec2 spread;
layout(location = 2) in float darkness;
${view}
out vec2 at;
flat out float dark;
void main() {
	at = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2. - 1.;
	dark = darkness;
	gl_Position = seen(vec3(place + at * spread, 0.), 0.);
}`,
	`#version 300 es
precision highp float;
in vec2 at;
flat in float dark;
out vec4 colour;
void main() {
	float near = max(0., 1. - dot(at, at));
	colour = vec4(0., 0., 0., dark * near * near * (.45 + .45 * near * near * near));
}`,
];
