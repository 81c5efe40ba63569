import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';

import { renderComponent } from '#web/testing/render.tsx';
import { useLongList } from './use-long-list.ts';

const numbers = Array.from({ length: 1_000 }, (_, index) => index);

function NumberList() {
  const [divisor, setDivisor] = useState(1);
  const matches = numbers.filter((number) => number % divisor === 0);
  const { rendered, endRef } = useLongList(matches, String(divisor));
  return (
    <>
      <button onClick={() => setDivisor(2)}>Even</button>
      <ul>
        {rendered.map((number) => (
          <li key={number} style={{ height: 40 }}>
            {number}
          </li>
        ))}
      </ul>
      <div ref={endRef} data-end />
      <p style={{ height: 1000 }} />
    </>
  );
}

const countItems = () => document.querySelectorAll('li').length;

test('a long list renders more whenever its end comes near, and starts over with another filter', async () => {
  await renderComponent(<NumberList />);
  await expect.poll(countItems).toBeGreaterThan(0);
  expect(countItems()).toBeLessThan(200);
  while (countItems() < numbers.length) {
    const before = countItems();
    document.querySelector('[data-end]')!.scrollIntoView({ block: 'center' });
    await expect.poll(countItems).toBeGreaterThan(before);
  }
  expect(document.querySelector('li:last-child')!.textContent).toBe('999');
  window.scrollTo(0, 0);
  await page.getByText('Even').click();
  await expect.poll(() => document.querySelector('li:nth-child(2)')!.textContent).toBe('2');
  expect(countItems()).toBeLessThan(200);
});
