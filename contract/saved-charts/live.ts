import { liveEvent } from '#contract/live/event.ts';

/** Live events of saved charts. */
export const chartEvents = {
  /** With the datasets that it reads: only sent to those who may see all of them. */
  chart: liveEvent(['charts', 'chart'], ({ id }: { id: string; datasets: string[] }) => [['charts'], ['chart', id]]),
};
