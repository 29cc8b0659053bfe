/** Sounds made in the browser: short and dry. Nothing is fetched, and nothing sounds before the first touch. */
import { settings } from '../settings.svelte';

let context: AudioContext | undefined;

let opening = false;
function soon(open: () => void): void {
  if (opening) return;
  opening = true;
  setTimeout(open, 120);
}

function listening(): AudioContext | undefined {
  if (!settings.sound || typeof AudioContext === 'undefined') return undefined;
  if (!context) {
    // Opening the speaker takes longer than a tile may wait: the first sound is given up for it.
    if (navigator.userActivation?.hasBeenActive) soon(() => (context ??= new AudioContext()));
    return undefined;
  }
  if (context.state === 'suspended') void context.resume();
  return context;
}

function envelope(audio: AudioContext, level: number, attack: number, decay: number): GainNode {
  const gain = audio.createGain();
  const now = audio.currentTime;
  gain.gain.setValueAtTime(0.0001, now);
  gain.gain.exponentialRampToValueAtTime(Math.max(0.0002, level * settings.volume), now + attack);
  gain.gain.exponentialRampToValueAtTime(0.0001, now + attack + decay);
  gain.connect(audio.destination);
  return gain;
}

function tone(frequency: number, level: number, decay: number, type: OscillatorType = 'sine', glide = 1): void {
  const audio = listening();
  if (!audio) return;
  const oscillator = audio.createOscillator();
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(frequency, audio.currentTime);
  if (glide !== 1) oscillator.frequency.exponentialRampToValueAtTime(frequency * glide, audio.currentTime + decay);
  oscillator.connect(envelope(audio, level, 0.002, decay));
  oscillator.start();
  oscillator.stop(audio.currentTime + decay + 0.05);
}

function noise(frequency: number, level: number, decay: number, q = 2): void {
  const audio = listening();
  if (!audio) return;
  const frames = Math.ceil(audio.sampleRate * (decay + 0.03));
  const buffer = audio.createBuffer(1, frames, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let index = 0; index < frames; index++) data[index] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = frequency;
  filter.Q.value = q;
  source.connect(filter).connect(envelope(audio, level, 0.001, decay));
  source.start();
}

export const sounds = {
  /** Ivory on ivory; the higher the floor, the higher the pitch. */
  clack(floor = 1): void {
    const pitch = 1500 + floor * 320;
    noise(pitch * 1.6, 0.9, 0.035, 4);
    tone(pitch, 0.22, 0.05, 'triangle');
    tone(pitch * 0.31, 0.2, 0.06);
  },
  lift(): void {
    noise(3200, 0.25, 0.03, 3);
  },
  turn(): void {
    noise(2100, 0.5, 0.05, 2.5);
    tone(620, 0.1, 0.05, 'triangle');
  },
  /** A soft gong when a set is turned. */
  set(size = 4): void {
    const root = 196 + Math.min(size, 8) * 8;
    tone(root, 0.3, 1.3);
    tone(root * 2.76, 0.1, 0.9);
    tone(root * 5.4, 0.05, 0.5);
  },
  shrine(): void {
    tone(330, 0.25, 0.12, 'triangle', 0.7);
    tone(1320, 0.1, 0.4);
  },
  knock(): void {
    tone(170, 0.4, 0.09, 'triangle', 0.6);
    noise(400, 0.35, 0.05, 1.5);
  },
  card(): void {
    noise(1200, 0.3, 0.16, 0.8);
  },
  drum(): void {
    tone(92, 0.6, 0.5, 'sine', 0.55);
    noise(180, 0.3, 0.12, 1);
  },
  bell(): void {
    tone(880, 0.16, 0.7);
    tone(1318, 0.09, 0.6);
  },
} as const;
