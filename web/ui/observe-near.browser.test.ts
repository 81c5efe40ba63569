import { afterEach, expect, test, vi } from 'vitest';

import { observeNear } from './observe-near.ts';

const page = document.createElement('div');

afterEach(() => {
  vi.restoreAllMocks();
  page.replaceChildren();
  page.remove();
});

test('an element that comes near the viewport while the page is busy is reported', () => {
  const element = document.createElement('div');
  let deliver: IntersectionObserverCallback = () => {};
  const observe = vi.fn<(element: Element) => void>();
  // The browser decides how many entries it delivers at once.
  vi.spyOn(window, 'IntersectionObserver').mockImplementation(function (callback) {
    deliver = callback;
    return { observe, disconnect: () => {} } as unknown as IntersectionObserver;
  });
  const onNear = vi.fn<() => void>();
  observeNear(element, '100%', onNear);
  expect(observe).toHaveBeenCalledWith(element);
  const entriesOf = (...states: boolean[]) =>
    states.map((isIntersecting) => ({ target: element, isIntersecting }) as unknown as IntersectionObserverEntry);
  deliver(entriesOf(false), {} as IntersectionObserver);
  expect(onNear).not.toHaveBeenCalled();
  deliver(entriesOf(false, true), {} as IntersectionObserver);
  expect(onNear).toHaveBeenCalledTimes(1);
});

test('an element is reported when it is scrolled near, and not before', async () => {
  const element = document.createElement('div');
  const space = document.createElement('div');
  space.style.height = '5000px';
  page.append(space, element);
  document.body.append(page);
  const onNear = vi.fn<() => void>();
  const end = observeNear(element, '100px', onNear);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(onNear).not.toHaveBeenCalled();
  element.scrollIntoView();
  await expect.poll(() => onNear.mock.calls.length).toBe(1);
  end();
});
