import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import { renderComponent } from '#web/testing/render.tsx';
import { BoundsPanel } from './BoundsPanel.tsx';

const renderBounds = async (from: number | null, to: number | null) => {
  const [onChange, onClose] = [vi.fn(), vi.fn()];
  const screen = await renderComponent(
    <BoundsPanel value={{ kind: 'range', from, to }} onChange={onChange} onClose={onClose} />,
  );
  const field = (name: 'From' | 'To') => screen.getByRole('spinbutton', { name, exact: true });
  return { screen, field, onChange, onClose };
};

test('a typed bound is committed after a pause, the other stays empty', async () => {
  const { field, onChange } = await renderBounds(null, null);
  await userEvent.fill(field('From'), '12');
  await expect.poll(() => onChange.mock.lastCall).toEqual([{ kind: 'range', from: 12, to: null }]);
});

test('reversed bounds are marked and not committed', async () => {
  const { screen, field, onChange } = await renderBounds(50, null);
  await userEvent.fill(field('To'), '7');
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(onChange).not.toHaveBeenCalled();
});

test('Enter closes the panel, and Clear removes both bounds', async () => {
  const { screen, field, onChange, onClose } = await renderBounds(1, 2);
  await userEvent.click(field('To'));
  await userEvent.keyboard('{Enter}');
  expect(onClose).toHaveBeenCalledOnce();
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(onChange).toHaveBeenLastCalledWith({ kind: 'range', from: null, to: null });
});
