import { Suspense } from 'react';
import { expect, test } from 'vitest';

import { renderComponent } from '#web/testing/render.tsx';
import { lazyComponent } from './lazy-component.ts';

const Loaded = () => <p>The page</p>;
let hasWaited = false;
const Placeholder = () => {
  hasWaited = true;
  return null;
};
const show = (Page: ReturnType<typeof lazyComponent<'Loaded', typeof Loaded>>) => {
  hasWaited = false;
  return renderComponent(
    <Suspense fallback={<Placeholder />}>
      <Page />
    </Suspense>,
  );
};

test('a component that has been loaded renders without a placeholder', async () => {
  const Page = lazyComponent(async () => ({ Loaded }), 'Loaded');
  await Page.load();
  const screen = await show(Page);
  await expect.element(screen.getByText('The page')).toBeVisible();
  expect(hasWaited).toBe(false);
});

test('a component that has not been loaded shows a placeholder, then itself', async () => {
  const importModule = () =>
    new Promise<{ Loaded: typeof Loaded }>((resolve) => setTimeout(() => resolve({ Loaded }), 50));
  const screen = await show(lazyComponent(importModule, 'Loaded'));
  expect(hasWaited).toBe(true);
  await expect.element(screen.getByText('The page')).toBeVisible();
});
