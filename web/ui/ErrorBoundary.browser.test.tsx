import { afterEach, expect, test, vi } from 'vitest';

import { renderComponent } from '#web/testing/render.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';

// React reports every caught error on the console.
const report = vi.spyOn(console, 'error').mockImplementation(() => {});
afterEach(() => report.mockClear());

function Broken(): never {
  throw new Error('broken on purpose');
}

test.each([
  ['en_US', /Reload/],
  ['zh_CN', /刷新页面/],
] as const)('a page that throws says so in %s and offers a reload', async (language, reload) => {
  const screen = await renderComponent(
    <ErrorBoundary resetKey="/a">
      <Broken />
    </ErrorBoundary>,
    language,
  );
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: reload })).toBeVisible();
  expect(screen.container.textContent).not.toContain('broken on purpose');
});

test('another page is shown again, and a part of a page can have its own fallback', async () => {
  const screen = await renderComponent(
    <ErrorBoundary resetKey="/a" fallback="No chart">
      <Broken />
    </ErrorBoundary>,
  );
  await expect.element(screen.getByText('No chart')).toBeVisible();
});
