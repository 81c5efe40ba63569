import { useQueries } from '@tanstack/react-query';

import { cardsOf, type Dashboard } from '#contract/dashboard.ts';
import type { Dataset } from '#contract/datasets.ts';
import { datasetQuery } from '#web/http/datasets.ts';

/** The datasets that cards and controls of a dashboard speak of. */
function datasetIds(dashboard: Dashboard): string[] {
  const asks = cardsOf(dashboard).flatMap((card) =>
    card.kind === 'chart' ? [card.chart.ask] : card.kind === 'text' ? card.numbers.map(({ ask }) => ask) : [],
  );
  const asked = asks.flatMap((ask) => (ask.kind === 'query' ? [ask.dataset] : []));
  const targets = dashboard.controls.flatMap((control) =>
    control.targets.flatMap((target) => (target.kind === 'column' ? [target.dataset] : [])),
  );
  const timed = dashboard.time.targets.map(({ dataset }) => dataset);
  return [...new Set([...asked, ...targets, ...timed])];
}

const present = (answers: { data: Dataset | undefined }[]): Dataset[] =>
  answers.flatMap(({ data }) => (data ? [data] : []));

/** Those of them that are still there. */
export function useDatasets(dashboard: Dashboard): Dataset[] {
  return useQueries({
    queries: datasetIds(dashboard).map((id) => ({
      ...datasetQuery(id),
      throwOnError: false,
      retry: false,
      staleTime: 60_000,
    })),
    combine: present,
  });
}
