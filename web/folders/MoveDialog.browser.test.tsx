import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import type { MovePreview } from '#contract/folders/routes.ts';
import { answerCalls } from '#web/testing/answer-calls.ts';
import { folderOf } from '#web/testing/folders.ts';
import { renderComponent } from '#web/testing/render.tsx';
import { MoveDialog } from './MoveDialog.tsx';

afterEach(() => vi.restoreAllMocks());

const folders = [
  folderOf('Zoo', null),
  folderOf('Inner', 'Sales'),
  folderOf('Deep', 'Inner'),
  folderOf('Sales', null),
  folderOf('Locked', null, { right: 'view' }),
];
const person = (name: string) => ({ id: name, name, avatar: null, role: 'editor' as const });
const nobody = { count: 0, people: [] };
const preview: MovePreview = {
  gainAccess: { count: 1, people: [person('Bo')] },
  gainEdit: nobody,
  loseAccess: { count: 30, people: [person('Ann'), person('Cy')] },
  loseEdit: nobody,
  stayOpen: 0,
};

async function renderDialog(props: Partial<Parameters<typeof MoveDialog>[0]>) {
  const onClose = vi.fn();
  const calls = answerCalls({
    'GET /folders': () => folders,
    'POST /folders/move/preview': () => preview,
    'POST /folders/move': () => ({}),
  });
  const screen = await renderComponent(
    <MoveDialog kind="dashboard" name="Orders" moved={{ dashboards: ['orders'] }} onClose={onClose} {...props} />,
  );
  await expect.element(screen.getByRole('radio', { name: 'Zoo' })).toBeInTheDocument();
  return { screen, calls, onClose };
}

const labels = () => [...document.querySelectorAll('fieldset label')].map((label) => label.textContent);

test('lists who gains and who loses access before a dashboard is moved', async () => {
  const { screen, calls, onClose } = await renderDialog({ current: 'Inner' });
  expect(labels()).toEqual(['All dashboards', 'LockedView only', 'Sales', 'InnerCurrent location', 'Deep', 'Zoo']);
  for (const name of [/Locked/, /Inner/]) await expect.element(screen.getByRole('radio', { name })).toBeDisabled();
  await expect.element(screen.getByRole('button', { name: 'Move' })).toBeDisabled();
  await userEvent.click(screen.getByText('Zoo', { exact: true }));
  await expect.element(screen.getByText('1 person gains access: Bo')).toBeVisible();
  await expect.element(screen.getByText('30 people lose access: Ann, Cy, 28 more')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Move' }));
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(calls.find(({ key }) => key === 'POST /folders/move')?.body).toEqual({
    folder: 'Zoo',
    dashboards: ['orders'],
  });
});

test('does not offer a folder itself or its subfolders, and selects the top level by keyboard', async () => {
  const { screen, calls } = await renderDialog({ name: 'Sales', moved: { folders: ['Inner'] } });
  expect(labels()).toEqual(['All dashboards', 'LockedView only', 'SalesCurrent location', 'Zoo']);
  await userEvent.click(screen.getByText('Zoo', { exact: true }));
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(screen.getByRole('radio', { name: 'All dashboards' })).toBeChecked();
  await expect
    .poll(() => calls.findLast(({ key }) => key === 'POST /folders/move/preview')?.body)
    .toEqual({ folder: null, folders: ['Inner'] });
});
