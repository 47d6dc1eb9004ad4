/** Eight short sounds, made here and nowhere else: a few oscillators and a bit of noise, under 300 ms, at −18 dB. */
import type { Moment } from "./moments";

export type Sound = "pick" | "set" | "dice" | "hit" | "miss" | "out" | "marker" | "turn";
/** A tone: its shape, where it begins and ends (hertz), when and for how long (seconds), how loud. `noise` is a burst of it. */
interface Tone { shape: OscillatorType | "noise"; from: number; to: number; at: number; lasts: number; loud: number }

const GAIN = 10 ** (-18 / 20);
export const LONGEST = 0.3;
const tone = (shape: Tone["shape"], from: number, to: number, at: number, lasts: number, loud = 1): Tone => ({ shape, from, to, at, lasts, loud });
export const SOUNDS: Record<Sound, Tone[]> = {
  pick: [tone("triangle", 420, 620, 0, 0.07)],
  set: [tone("triangle", 300, 170, 0, 0.09), tone("noise", 900, 300, 0, 0.04, 0.5)],
  dice: [0, 0.06, 0.11, 0.17, 0.21].map((at, i) => tone("noise", 2600 - i * 260, 1500, at, 0.045, 1 - i * 0.12)),
  hit: [tone("square", 190, 70, 0, 0.16, 0.6), tone("noise", 1800, 300, 0, 0.1)],
  miss: [tone("noise", 3600, 900, 0, 0.2, 0.5)],
  out: [tone("sawtooth", 220, 55, 0, 0.28, 0.6), tone("noise", 700, 120, 0, 0.2)],
  marker: [tone("sine", 523, 523, 0, 0.12), tone("sine", 784, 784, 0.11, 0.17)],
  turn: [tone("sine", 659, 659, 0, 0.11), tone("sine", 880, 880, 0.1, 0.18)],
};

let context: AudioContext | null = null;

export function play(sound: Sound): void {
  if (typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume().catch(() => undefined);
  for (const one of SOUNDS[sound]) sing(context, one);
}

function sing(on: AudioContext, { shape, from, to, at, lasts, loud }: Tone): void {
  const start = on.currentTime + at, end = start + lasts;
  const gain = on.createGain();
  gain.gain.setValueAtTime(GAIN * loud, start);
  gain.gain.exponentialRampToValueAtTime(GAIN * 0.01, end);
  gain.connect(on.destination);
  const source = shape === "noise" ? noise(on, lasts) : on.createOscillator();
  if (source instanceof OscillatorNode) {
    source.type = shape as OscillatorType;
    source.frequency.setValueAtTime(from, start);
    source.frequency.exponentialRampToValueAtTime(to, end);
    source.connect(gain);
  } else {
    const band = on.createBiquadFilter();
    band.type = "bandpass";
    band.frequency.setValueAtTime(from, start);
    band.frequency.exponentialRampToValueAtTime(to, end);
    source.connect(band).connect(gain);
  }
  source.start(start);
  source.stop(end);
}

function noise(on: AudioContext, lasts: number): AudioBufferSourceNode {
  const buffer = on.createBuffer(1, Math.ceil(on.sampleRate * lasts), on.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  const source = on.createBufferSource();
  source.buffer = buffer;
  return source;
}

/** Which sound a moment makes, if any. */
export function soundOf(moment: Moment): Sound | null {
  switch (moment.kind) {
    case "dice": case "answer": return "dice";
    case "move": return "set";
    case "comes": return "pick";
    case "marker": case "round": return "marker";
    case "verdict": return moment.stamp?.shape === "cross" ? "hit" : moment.stamp?.shape === "dash" || moment.stamp?.shape === "shield" ? "miss" : null;
    case "wound": return moment.motions.some((motion) => motion.do === "fall" || motion.do === "leave") ? "out" : null;
    default: return null;
  }
}

export function ofMoment(moment: Moment): void {
  const sound = soundOf(moment);
  if (sound) play(sound);
}
