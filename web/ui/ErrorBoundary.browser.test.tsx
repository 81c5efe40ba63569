import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

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
] as const)('a page that throws shows an error in %s and offers a reload', async (language, reload) => {
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

test('a part of a page can have its own fallback', async () => {
  const screen = await renderComponent(
    <ErrorBoundary resetKey="/a" fallback="No chart">
      <Broken />
    </ErrorBoundary>,
  );
  await expect.element(screen.getByText('No chart')).toBeVisible();
});

function Site() {
  const [path, setPath] = useState('/broken');
  return (
    <>
      <button type="button" onClick={() => setPath('/other')}>
        Other page
      </button>
      <ErrorBoundary resetKey={path}>{path === '/broken' ? <Broken /> : 'It works'}</ErrorBoundary>
    </>
  );
}

test('the error is gone on the next page', async () => {
  const screen = await renderComponent(<Site />);
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Other page' }));
  await expect.element(screen.getByText('It works')).toBeVisible();
  expect(screen.getByRole('alert').query()).toBeNull();
});
