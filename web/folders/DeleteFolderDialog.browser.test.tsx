import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';

import type { DeletionPreview } from '#contract/folders/routes.ts';
import { answerCalls } from '#web/testing/answer-calls.ts';
import { folderOf } from '#web/testing/folders.ts';
import { renderComponent } from '#web/testing/render.tsx';
import { DeleteFolderDialog } from './DeleteFolderDialog.tsx';

afterEach(() => vi.restoreAllMocks());

const folder = folderOf('sales', null, { name: 'Sales' });
const nobody = { count: 0, people: [] };
const preview: DeletionPreview = {
  count: 12,
  names: ['Team', 'Orders'],
  gainAccess: nobody,
  gainEdit: nobody,
  loseAccess: { count: 1, people: [{ id: 'ann', name: 'Ann', avatar: null, role: 'viewer' }] },
  loseEdit: nobody,
  stayOpen: 0,
};

async function renderDialog(deletion: DeletionPreview) {
  const onDelete = vi.fn();
  const calls = answerCalls({ 'GET /folders/sales/deletion': () => deletion, 'DELETE /folders/sales': () => ({}) });
  await renderComponent(<DeleteFolderDialog folder={folder} onDelete={onDelete} onClose={() => {}} />);
  return { calls, onDelete };
}

test('lists what moves up and who loses access before a folder is deleted', async () => {
  const { calls, onDelete } = await renderDialog(preview);
  const inside = page.getByRole('list', { name: 'In this folder' });
  await expect.element(inside.getByRole('listitem').nth(2)).toHaveTextContent('10 more');
  await expect.element(inside.getByText('Orders')).toBeVisible();
  await expect.element(page.getByText('1 person loses access: Ann')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Move up and delete' }));
  await expect.poll(() => onDelete.mock.calls.length).toBe(1);
  expect(calls.map(({ key }) => key)).toContain('DELETE /folders/sales');
});

test('an empty folder is deleted without moving anything', async () => {
  await renderDialog({ ...preview, count: 0, names: [], loseAccess: nobody });
  await expect.element(page.getByText('The folder is empty.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Delete folder' })).toBeEnabled();
});
