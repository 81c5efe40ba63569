import { afterEach, expect, test, vi } from 'vitest';

import { watchMedia } from './media.ts';

/** A media query as Chromium has it: whoever reads the new answer before the next frame has taken the change away. */
class Query extends EventTarget {
  #told = true;
  answer = true;
  get matches(): boolean {
    this.#told = this.answer;
    return this.answer;
  }
  showFrame(): void {
    if (this.#told === this.answer) return;
    this.#told = this.answer;
    this.dispatchEvent(Object.assign(new Event('change'), { matches: this.answer }));
  }
}

afterEach(() => vi.unstubAllGlobals());

test('tells of a change, also if someone asks between the change and the next frame', () => {
  const query = new Query();
  vi.stubGlobal('window', { matchMedia: () => query });
  const media = watchMedia('(prefers-color-scheme: dark)');
  const told: boolean[] = [];
  const leave = media.subscribe(() => told.push(media.matches()));
  query.answer = false;
  expect(media.matches()).toBe(true);
  query.showFrame();
  expect(told).toEqual([false]);
  leave();
  query.answer = true;
  query.showFrame();
  expect([media.matches(), told]).toEqual([true, [false]]);
});
