/** What to tell at the foot of the screen for a while, and what is only spoken. */
import { sentenceOf } from './api';

class Told {
  sentence = $state('');
  bad = $state(false);
  spoken = $state('');
}
export const told = new Told();

let timer: ReturnType<typeof setTimeout> | undefined;

export function tell(sentence: string, bad = false): void {
  told.sentence = sentence;
  told.bad = bad;
  clearTimeout(timer);
  timer = setTimeout(() => (told.sentence = ''), Math.max(5000, sentence.length * 80));
}

export function hush(): void {
  told.sentence = '';
}

/** For screen readers only. */
export function say(sentence: string): void {
  told.spoken = sentence;
}

/** Do something that the server may refuse; its sentence is shown. Answers whether it was done. */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (problem) {
    tell(sentenceOf(problem), true);
    return false;
  }
}
