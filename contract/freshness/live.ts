import { liveEvent } from '#contract/live/event.ts';

/** `isLateChanged`: the data became late or is up to date again. */
type FreshnessChange = { id: string; application: string; isLateChanged: boolean };

/** Live events of the freshness of datasets. */
export const freshnessEvents = {
  freshness: liveEvent(
    ['applications', 'application', 'dataset'],
    ({ id, application }: FreshnessChange) => [
      ['applications'],
      ['application', application],
      ['dataset', id],
      ['dataset', 'all'],
    ],
    ({ application }) => ({ to: 'viewers', kind: 'application', id: application, deleted: 'nobody' }),
  ),
};
