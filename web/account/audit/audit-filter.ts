import type { ApiInput } from '#contract/api.ts';
import { windowOfDay } from '#domain/time/span.ts';
import { useZone } from '#web/shell/preferences.ts';
import { useUrlFilter } from '../url-filter.ts';

const filterNames = ['member', 'act', 'outcome', 'from', 'to'] as const;
/** The filter as URL parameters; days are in the member's time zone. */
export type AuditFilterParams = Partial<Record<(typeof filterNames)[number], string>>;

const isDay = (text: string | undefined): text is string => /^\d{4}-\d\d-\d\d$/.test(text ?? '');

/** The filter of the audit log, kept in the URL. */
export function useAuditFilter() {
  const zone = useZone();
  const { chosen, choose } = useUrlFilter(filterNames);
  return { chosen, choose, filter: filterOf(chosen, zone) };
}

function filterOf({ from, to, ...rest }: AuditFilterParams, zone: string): Omit<ApiInput<'GET /audit'>, 'before'> {
  return {
    ...(rest as Omit<ApiInput<'GET /audit'>, 'before'>),
    ...(isDay(from) && { from: new Date(windowOfDay(from, zone).from).toISOString() }),
    ...(isDay(to) && { until: new Date(windowOfDay(to, zone).to).toISOString() }),
  };
}
