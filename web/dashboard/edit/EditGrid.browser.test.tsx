import { expect, test, vi } from 'vitest';

import type { Card, Dashboard } from '#domain/dashboard/dashboard.ts';
import { emptyDashboard, noTexts } from '#domain/dashboard/dashboard-edits.ts';
import { renderComponent } from '#web/testing/render.tsx';
import { EditGrid } from './EditGrid.tsx';
import { ActionsContext, type EditingState, EditorContext } from './editing-context.ts';

const title = { en_US: 'Sales', zh_CN: '' };
const card: Card = { id: 'c1', kind: 'divider', title, isFolded: false, place: { x: 0, y: 0, width: 12, height: 1 } };

function dashboardOf(cards: Card[]): Dashboard {
  const empty = emptyDashboard(noTexts);
  return { ...empty, tabs: [{ ...empty.tabs[0]!, cards }] };
}

async function renderGrid(cards: Card[]) {
  const now = dashboardOf(cards);
  const change = vi.fn();
  const actions = { change, select: vi.fn(), remove: vi.fn() };
  // The grid uses only this part of the editor state.
  const editing = { ...actions, now, tab: now.tabs[0]! } as unknown as EditingState;
  const { container } = await renderComponent(
    <ActionsContext value={actions}>
      <EditorContext value={editing}>
        <EditGrid />
      </EditorContext>
    </ActionsContext>,
  );
  await expect.poll(() => container.querySelectorAll('[data-handle]').length).toBe(cards.length);
  return { container, change };
}

const drag = (target: EventTarget, type: string, clientY: number) =>
  target.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, clientX: 40, clientY, button: 0 }));

/** Rules that react-draggable adds for all elements. Other components may have rules for selected text, too. */
const universalRules = () =>
  [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule.cssText.includes('react-draggable-transparent-selection'));

test('dragging a card changes the styles of no other element, so that its cost does not depend on the page size', async () => {
  const { container, change } = await renderGrid([card]);
  const handle = container.querySelector('[data-handle]')!;
  drag(handle, 'mousedown', 10);
  let y = 10;
  const move = () => {
    drag(document, 'mousemove', (y += 10));
    return container.querySelector('[data-moving=true]');
  };
  await expect.poll(move).not.toBeNull();
  expect(universalRules()).toEqual([]);
  expect(getComputedStyle(handle).userSelect).toBe('none');
  drag(document, 'mouseup', y);
  await expect.poll(() => change.mock.calls.length).toBe(1);
});

test('cards outside the viewport are not laid out and painted until they are scrolled into view', async () => {
  const cards = Array.from({ length: 60 }, (_, y): Card => ({ ...card, id: `c${y}`, place: { ...card.place, y } }));
  const { container } = await renderGrid(cards);
  const isPainted = (id: string) =>
    container.querySelector(`[data-card=${id}] h2`)!.checkVisibility({ contentVisibilityAuto: true });
  await expect.poll(() => [isPainted('c0'), isPainted('c59')]).toEqual([true, false]);
  window.scrollTo(0, document.documentElement.scrollHeight);
  await expect.poll(() => [isPainted('c0'), isPainted('c59')]).toEqual([false, true]);
});
