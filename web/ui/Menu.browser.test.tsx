import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import { renderComponent } from '#web/testing/render.tsx';
import { Menu } from './Menu.tsx';

const renderMenu = async (opensOn: 'pointer' | 'click') => {
  const onSelect = vi.fn();
  const screen = await renderComponent(
    <Menu label="Actions" opensOn={opensOn} items={[{ key: 'copy', text: 'Copy', onSelect }]}>
      <button type="button">More</button>
    </Menu>,
  );
  return { onSelect, trigger: screen.getByRole('button', { name: 'More' }), item: screen.getByRole('menuitem') };
};

test('a click opens the menu, and a click on an item selects it', async () => {
  const { onSelect, trigger, item } = await renderMenu('click');
  await userEvent.click(trigger);
  await userEvent.click(item);
  expect(onSelect).toHaveBeenCalledOnce();
  await expect.poll(() => item.query()?.checkVisibility() ?? false).toBe(false);
});

test('hovering opens a menu', async () => {
  const { trigger, item } = await renderMenu('pointer');
  await userEvent.hover(trigger);
  await expect.element(item).toBeVisible();
});

test('hovering does not open a menu that opens on click', async () => {
  const { trigger, item } = await renderMenu('click');
  await userEvent.hover(trigger);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(item.query()).toBeNull();
  await userEvent.click(trigger);
  await expect.element(item).toBeVisible();
});
