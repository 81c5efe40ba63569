import type { Input } from '#contract/api.ts';
import { windowOfDay } from '#contract/span.ts';
import { useZone } from '#web/shell/preferences.ts';
import { useChosen } from '../chosen.ts';

export const filterNames = ['member', 'act', 'outcome', 'from', 'to'] as const;
/** What is looked for, as the address has it: days are those of the person's zone. */
export type Chosen = Partial<Record<(typeof filterNames)[number], string>>;

const isDay = (text: string | undefined): text is string => /^\d{4}-\d\d-\d\d$/.test(text ?? '');

/** What the log is filtered by lives in the address. */
export function useFilter() {
  const zone = useZone();
  const { chosen, choose } = useChosen(filterNames);
  return { chosen, choose, filter: filterOf(chosen, zone) };
}

function filterOf({ from, to, ...rest }: Chosen, zone: string): Omit<Input<'GET /audit'>, 'before'> {
  return {
    ...(rest as Omit<Input<'GET /audit'>, 'before'>),
    ...(isDay(from) && { from: new Date(windowOfDay(from, zone).from).toISOString() }),
    ...(isDay(to) && { until: new Date(windowOfDay(to, zone).to).toISOString() }),
  };
}
