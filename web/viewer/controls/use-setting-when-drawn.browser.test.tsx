import { useState } from 'react';
import { expect, test } from 'vitest';

import { type Dashboard, type DashboardState, defaultState, type TimeRange } from '#domain/dashboard/dashboard.ts';
import { holdIdle } from '#web/charts/draw-queue.ts';
import { renderComponent } from '#web/testing/render.tsx';
import { useSettingWhenDrawn } from './use-setting-when-drawn.ts';

const none = { en_US: '', zh_CN: '' };
const dashboard: Dashboard = {
  format: 1,
  title: none,
  description: none,
  time: { span: null, compare: { kind: 'none' }, targets: [{ kind: 'column', dataset: 'd', column: 'c' }] },
  controls: [],
  tabs: [{ id: 'tab', title: none, cards: [] }],
  refresh: 0,
};
const lastWeekTime: TimeRange = {
  span: { kind: 'last', count: 7, grain: { unit: 'day' } },
  compare: { kind: 'none' },
};

function Controlled() {
  const [state, setState] = useState(defaultState);
  const { state: fieldState } = useSettingWhenDrawn({ id: 'b', draft: false, dashboard, state, onChange: setState });
  const pick = (now: DashboardState): DashboardState => ({
    ...now,
    picks: [{ card: 'c1', points: [{ d1: 'Oslo' }] }],
  });
  return (
    <>
      <button type="button" onClick={() => setState(pick)}>
        Pick
      </button>
      <button type="button" onClick={() => setState((now) => ({ ...now, time: lastWeekTime }))}>
        Choose last week
      </button>
      <output>{JSON.stringify([fieldState.time, fieldState.picks])}</output>
    </>
  );
}

test('fields update for a pick after the charts are drawn, and for other changes immediately', async () => {
  const screen = await renderComponent(<Controlled />);
  const output = screen.getByRole('status');
  const endHold = holdIdle();
  await screen.getByRole('button', { name: 'Pick' }).click();
  await screen.getByRole('button', { name: 'Choose last week' }).click();
  await expect.element(output).toHaveTextContent(JSON.stringify([lastWeekTime, []]));
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(output.element().textContent).toBe(JSON.stringify([lastWeekTime, []]));
  endHold();
  await expect.element(output).toHaveTextContent('Oslo');
});
