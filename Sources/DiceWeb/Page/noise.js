/** The duration of a die's sound in seconds, and of its vibration in milliseconds. */
const length = 0.06;
const touch = 12;
let context;
let knock;

/** Vibrates and plays a sound. */
function play(touches, sound) {
	navigator.vibrate?.(touches);
	try {
		context ??= new AudioContext();
		context.resume();
		sound();
	} catch {} // The device may have no audio output.
}

/** Plays the sound of a die that settles. */
export const settle = () =>
	play(touch, () => {
		knock ??= noise();
		const source = new AudioBufferSourceNode(context, {
			buffer: knock,
			playbackRate: 0.8 + Math.random() * 0.4,
		});
		source
			.connect(
				new BiquadFilterNode(context, {
					type: "bandpass",
					frequency: 1400,
				}),
			)
			.connect(context.destination);
		source.start();
	});

/** Plays notes of these frequencies in Hz, one after another. */
export const ring = (...notes) =>
	play(
		notes.flatMap(() => [90, 60]),
		() => {
			for (const [index, frequency] of notes.entries()) {
				const at = context.currentTime + index * 0.15,
					tone = new OscillatorNode(context, {
						frequency,
						type: "triangle",
					}),
					volume = new GainNode(context);
				volume.gain.setValueAtTime(0.3, at);
				volume.gain.exponentialRampToValueAtTime(0.001, at + 0.5);
				tone.connect(volume).connect(context.destination);
				tone.start(at);
				tone.stop(at + 0.5);
			}
		},
	);

/** Returns a knock on wood: noise that fades. */
function noise() {
	const count = length * context.sampleRate;
	const buffer = new AudioBuffer({
		length: count,
		sampleRate: context.sampleRate,
	});
	buffer.copyToChannel(
		Float32Array.from(
			{ length: count },
			(_, at) => (Math.random() * 2 - 1) * (1 - at / count) ** 4,
		),
		0,
	);
	return buffer;
}
