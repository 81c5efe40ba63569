import { liveEvent } from '#contract/live/event.ts';

/** Live events of saved charts. */
export const chartEvents = {
  /** With the datasets that it reads. */
  chart: liveEvent(
    ['charts', 'chart'],
    ({ id }: { id: string; datasets: string[] }) => [['charts'], ['chart', id]],
    ({ datasets }) => ({ to: 'dataset_viewers', ids: datasets }),
  ),
};
