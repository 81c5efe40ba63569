import { useMemo } from 'react';

import { useValueWhenDrawn } from '#web/charts/use-value-when-drawn.ts';
import type { ControlsProps } from './control-fields.tsx';

/** The setting with the picks of the last drawn charts: a pick renders the charts first, and the fields afterwards. */
export function useSettingWhenDrawn({ id, draft, dashboard, state, onChange }: ControlsProps): ControlsProps {
  const { time, values, drills } = state;
  const picks = useValueWhenDrawn(state.picks, state.picks);
  return useMemo(
    () => ({ id, draft, dashboard, state: { time, values, drills, picks }, onChange }),
    [id, draft, dashboard, time, values, drills, picks, onChange],
  );
}
