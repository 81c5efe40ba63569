import { expect, test } from 'vitest';

import { renderComponent } from '#web/testing/render.tsx';
import { TabLinks } from './TabLinks.tsx';

const tabs = Array.from({ length: 12 }, (_, at) => ({
  to: `/tab/${at}`,
  text: `Section number ${at}`,
  selected: at === 9,
  count: at === 9 ? '3' : undefined,
}));

test('on a narrow screen the open tab is scrolled into view', async () => {
  const screen = await renderComponent(
    <div style={{ width: 320 }}>
      <TabLinks label="Sections" tabs={tabs} />
    </div>,
  );
  const bar = screen.getByRole('navigation', { name: 'Sections' }).element().getBoundingClientRect();
  const open = screen.getByText('Section number 9');
  await expect.element(open).toHaveAttribute('aria-current', 'page');
  const { left, right } = open.element().getBoundingClientRect();
  expect([left >= bar.left, right <= bar.right]).toEqual([true, true]);
});
