import { afterEach, expect, test, vi } from 'vitest';

import { watchMedia } from './media.ts';

/** A media query as in Chromium: reading the new value before the next frame suppresses the change event. */
class MediaQueryStub extends EventTarget {
  #reported = true;
  value = true;
  get matches(): boolean {
    this.#reported = this.value;
    return this.value;
  }
  showFrame(): void {
    if (this.#reported === this.value) return;
    this.#reported = this.value;
    this.dispatchEvent(Object.assign(new Event('change'), { matches: this.value }));
  }
}

afterEach(() => vi.unstubAllGlobals());

test('notifies of a change, even if the value is read between the change and the next frame', () => {
  const query = new MediaQueryStub();
  vi.stubGlobal('window', { matchMedia: () => query });
  const media = watchMedia('(prefers-color-scheme: dark)');
  const changes: boolean[] = [];
  const unsubscribe = media.subscribe(() => changes.push(media.matches()));
  query.value = false;
  expect(media.matches()).toBe(true);
  query.showFrame();
  expect(changes).toEqual([false]);
  unsubscribe();
  query.value = true;
  query.showFrame();
  expect([media.matches(), changes]).toEqual([true, [false]]);
});
