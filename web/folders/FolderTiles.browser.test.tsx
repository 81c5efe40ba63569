import { afterEach, expect, test, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';

import type { MovePreview } from '#contract/folders/routes.ts';
import { answerCalls } from '#web/testing/answer-calls.ts';
import { folderOf } from '#web/testing/folders.ts';
import { renderComponent } from '#web/testing/render.tsx';
import { dragProps } from './drag.ts';
import { FolderCrumbs } from './FolderCrumbs.tsx';
import { FolderTiles } from './FolderTiles.tsx';

afterEach(() => vi.restoreAllMocks());

const folders = [
  folderOf('Sales', null),
  folderOf('Inner', 'Sales'),
  folderOf('Team', 'Inner'),
  folderOf('Locked', 'Inner', { right: 'view' }),
];
const nobody = { count: 0, people: [] };
const unchanged: MovePreview = {
  gainAccess: nobody,
  gainEdit: nobody,
  loseAccess: nobody,
  loseEdit: nobody,
  stayOpen: 0,
};
const loss: MovePreview = {
  ...unchanged,
  loseAccess: { count: 1, people: [{ id: 'ann', name: 'Ann', avatar: null, role: 'viewer' }] },
};
const me = { role: 'editor', preferences: {} };

/** The page of the folder “Inner” with a dashboard. */
async function renderFolder(preview: MovePreview) {
  const calls = answerCalls({
    'GET /me': () => me,
    'POST /folders/move/preview': () => preview,
    'POST /folders/move': () => ({}),
  });
  const orders = { kind: 'dashboard' as const, name: 'Orders', moved: { dashboards: ['orders'] }, from: 'Inner' };
  await renderComponent(
    <>
      <FolderCrumbs kind="dashboard" folders={folders} folder="Inner" />
      <FolderTiles visible={folders.filter(({ parent }) => parent === 'Inner')} folders={folders} items={[]} />
      <article {...dragProps(orders)}>Orders</article>
    </>,
  );
  await expect.element(page.getByRole('button', { name: 'Actions for folder Team' })).toBeVisible();
  const movesOf = () => calls.filter(({ key }) => key === 'POST /folders/move').map(({ body }) => body);
  return movesOf;
}
const orders = () => page.getByText('Orders', { exact: true });
/**
 * Drags by events, because a drag of the real mouse is not always ended by the headless browser, which then ignores the
 * mouse in all tests that follow. As in a browser, the drop event fires only if the target has handled `dragover`.
 */
function drag(item: Locator, target: Locator): void {
  const dataTransfer = new DataTransfer();
  const isHandled = (locator: Locator, type: string): boolean =>
    !locator.element().dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  isHandled(item, 'dragstart');
  if (isHandled(target, 'dragover')) isHandled(target, 'drop');
  isHandled(item, 'dragend');
}

test('a dashboard dropped on a folder moves there at once if nobody is affected', async () => {
  const movesOf = await renderFolder(unchanged);
  drag(orders(), page.getByRole('link', { name: 'Team' }));
  await expect.poll(movesOf).toEqual([{ folder: 'Team', dashboards: ['orders'] }]);
  await expect.element(page.getByText('Moved to “Team”')).toBeVisible();
});

test('a dashboard dropped on a breadcrumb moves up, after listing who loses access', async () => {
  const movesOf = await renderFolder(loss);
  drag(orders(), page.getByRole('link', { name: 'Sales' }));
  await expect.element(page.getByText('Move “Orders” to “Sales”?')).toBeVisible();
  await expect.element(page.getByText('1 person loses access: Ann')).toBeVisible();
  expect(movesOf()).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: 'Move', exact: true }));
  await expect.poll(movesOf).toEqual([{ folder: 'Sales', dashboards: ['orders'] }]);
});

test('a folder can be dragged, but not into itself or into a folder that is view-only', async () => {
  const movesOf = await renderFolder(unchanged);
  const tile = (name: string) => page.getByRole('link', { name });
  drag(tile('Team'), tile('Team'));
  drag(tile('Team'), tile('Locked'));
  drag(tile('Team'), page.getByRole('link', { name: 'Control panel' }));
  await expect.poll(movesOf).toEqual([{ folder: null, folders: ['Team'] }]);
});
