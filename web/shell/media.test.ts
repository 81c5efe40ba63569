import { afterEach, expect, test, vi } from 'vitest';

import { watchMedia } from './media.ts';

/** A media query as in Chromium: reading the new value before the next frame suppresses the change event. */
class MediaQueryStub extends EventTarget {
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

test('notifies of a change, even if the value is read between the change and the next frame', () => {
  const query = new MediaQueryStub();
  vi.stubGlobal('window', { matchMedia: () => query });
  const media = watchMedia('(prefers-color-scheme: dark)');
  const changes: boolean[] = [];
  const leave = media.subscribe(() => changes.push(media.matches()));
  query.answer = false;
  expect(media.matches()).toBe(true);
  query.showFrame();
  expect(changes).toEqual([false]);
  leave();
  query.answer = true;
  query.showFrame();
  expect([media.matches(), changes]).toEqual([true, [false]]);
});
