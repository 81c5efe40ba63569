import { liveEvent } from '#contract/live/event.ts';

type PublishedVersion = { id: string; application: string; version: number; rows: number };

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
};
