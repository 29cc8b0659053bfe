/** Who plays here. Nobody is asked to sign in: a name is enough, and one is suggested. */
import type { Me } from '../protocol/types';
import { api, OFFLINE, Refused } from './api';
import { t } from './words.svelte';

const NAME = 'tenshu.name';

class Session {
  me = $state.raw<Me | null>(null);
  /** Whether the server has been asked. */
  known = $state(false);
  offline = $state(false);
  /** What stands in the name field of somebody without a session. */
  name = $state('');

  get id(): string | null {
    return this.me?.person.id ?? null;
  }
}
export const session = new Session();

export async function meet(): Promise<void> {
  try {
    session.me = (await api.session()).me;
    session.offline = false;
  } catch (problem) {
    if (!(problem instanceof Refused)) throw problem;
    session.offline = problem.code === OFFLINE;
  } finally {
    session.known = true;
    if (!session.name) session.name = session.me?.person.name ?? remembered() ?? suggestion();
  }
}

const remembered = (): string | null => {
  try {
    return localStorage.getItem(NAME);
  } catch {
    return null;
  }
};

/** A friendly name to begin with. */
export function suggestion(chance: () => number = Math.random): string {
  const names = t('names').split('|');
  return names[Math.floor(chance() * names.length)] ?? '';
}

/** Become a guest under the name in the field, unless one is somebody already. */
export async function beSomebody(): Promise<Me> {
  if (session.me) return session.me;
  const name = session.name.trim() || suggestion();
  try {
    session.me = await api.guest(name);
  } catch (problem) {
    // Another tab was quicker.
    if (!(problem instanceof Refused) || problem.code !== 'already-somebody') throw problem;
    session.me = await api.me();
  }
  try {
    localStorage.setItem(NAME, session.me.person.name);
  } catch {
    // Then it is asked again next time.
  }
  return session.me;
}

export function welcome(me: Me): void {
  session.me = me;
  session.name = me.person.name;
  session.known = true;
}

export async function leave(): Promise<void> {
  await api.signOut();
  session.me = null;
  session.name = remembered() ?? suggestion();
}
