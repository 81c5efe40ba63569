import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import { renderComponent } from '#web/testing/render.tsx';
import { VerifiedIcon, VerifiedMark } from './VerifiedMark.tsx';

const verification = { by: 'Ada', at: '2026-11-18T02:00:00.000Z', note: 'متفق عليه' };

test('the mark shows who set it, when and why, in the reader’s language', async () => {
  await renderComponent(<VerifiedMark marks={[{ name: '收入', verification }]} />, 'zh_CN');
  await userEvent.hover(page.getByRole('button', { name: '已认证' }));
  await expect.element(page.getByText('由 Ada 标记为已认证')).toBeVisible();
  await expect.element(page.getByText(/^2026-11-1[78] \d\d:\d\d$/)).toBeVisible();
  await expect.element(page.getByText('متفق عليه')).toHaveAttribute('dir', 'auto');
});

test('the icon has the details in its tooltip, also for a mark by a removed member', async () => {
  await renderComponent(<VerifiedIcon verification={{ ...verification, by: null, note: '' }} />);
  const icon = page.getByRole('img', { name: 'Verified' });
  await expect.element(icon).toHaveAttribute('title', expect.stringMatching(/^Verified by a former member\n2026-11-1/));
});

test('nothing is shown without a mark', async () => {
  const { container } = await renderComponent(
    <>
      <VerifiedMark marks={[]} />
      <VerifiedIcon verification={null} />
    </>,
  );
  expect(container.querySelector('button, [role=img]')).toBeNull();
});
