import { liveEvent } from '#contract/live/event.ts';

type PublishedVersion = { id: string; application: string; version: number };

/** Live events of datasets. */
export const datasetEvents = {
  dataset: liveEvent(
    ['applications', 'application', 'dataset', 'trash'],
    ({ id, application }: PublishedVersion) => [
      ['applications'],
      ['application', application],
      ['dataset', id],
      ['dataset', 'all'],
      ['trash'],
    ],
    ({ application }) => ({ to: 'viewers', kind: 'application', id: application, deleted: 'everyone' }),
  ),
  /** Row rules of a dataset changed: other rows of it are visible. */
  row_rules: liveEvent(
    ['applications', 'application', 'dataset', 'profile', 'query-result', 'answer'],
    ({ id, application }: { id: string; application: string }) => [
      ['query-result'],
      ['answer'],
      ['profile', id],
      ['applications'],
      ['application', application],
      ['dataset', id],
      ['dataset', 'all'],
    ],
    ({ id }) => ({ to: 'viewers', kind: 'dataset', id, deleted: 'nobody' }),
  ),
};
