/** A gate on the line between a page and its table: what is said may be held back, or lost. */
import type { Page, WebSocketRoute } from '@playwright/test';

export class Gate {
  /** Whether what the server says reaches the page, and what the page says reaches the server. */
  #in = true;
  #out = true;
  #held: (() => void)[] = [];
  /** Everything the page wanted to say. */
  readonly said: Record<string, unknown>[] = [];

  static async on(page: Page): Promise<Gate> {
    const gate = new Gate();
    await page.routeWebSocket(/\/live/, (line) => gate.#watch(line));
    return gate;
  }

  #watch(line: WebSocketRoute): void {
    const server = line.connectToServer();
    line.onMessage((message) => {
      this.said.push(JSON.parse(String(message)) as Record<string, unknown>);
      if (this.#out) server.send(message);
    });
    server.onMessage((message) => {
      if (this.#in) line.send(message);
      else this.#held.push(() => line.send(message));
    });
  }

  /** The page hears nothing until it may again; then it hears all of it. */
  hold(): void {
    this.#in = false;
  }

  release(): void {
    this.#in = true;
    for (const send of this.#held.splice(0)) send();
  }

  /** From now on nothing passes: what is said is lost. */
  cut(): void {
    this.#in = this.#out = false;
  }

  /** A new line is as good as ever. What was held back on the old one is gone with it. */
  mend(): void {
    this.#in = this.#out = true;
    this.#held = [];
  }

  get moves(): unknown[] {
    return this.said.filter(({ type }) => type === 'move').map(({ move }) => move);
  }
}
