/** Tables laid before the server starts. What a scene may say, prepare.py says. */

export type SceneSeat = { kind: 'person' | 'here'; name: string } | { kind: 'open' } | { kind: 'bot'; level: string };

export interface Scene {
  readonly name: string;
  readonly seats: readonly SceneSeat[];
  readonly game?: string;
  readonly options?: object;
  readonly circle?: string;
  readonly seed?: number | string;
  readonly position?: object;
  readonly drawn?: object;
  readonly moves?: readonly string[];
  readonly play?: {
    plies?: number;
    until?: string;
    leads?: string;
    seat?: number;
    end?: boolean;
    level?: string;
    seed?: number;
  };
  readonly public?: boolean;
  readonly start?: boolean;
  readonly hints?: boolean;
  readonly takebacks?: 'never' | 'agree' | 'free';
  readonly chat?: boolean;
  readonly clock?: { kind: 'turn' | 'bank'; seconds: number; increment?: number };
}

export interface Person {
  readonly id: string;
  readonly name: string;
  /** What a browser of theirs keeps. */
  readonly cookie: string;
}

export interface Laid {
  readonly table: string;
  readonly people: Readonly<Record<string, Person>>;
}

export const person = (name: string): SceneSeat => ({ kind: 'person', name });
export const bot = (level = 'visitor'): SceneSeat => ({ kind: 'bot', level });
