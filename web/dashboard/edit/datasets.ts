import { useQueries } from '@tanstack/react-query';

import { cardsOf, type Dashboard } from '#domain/dashboard/dashboard.ts';
import type { Dataset } from '#contract/datasets/routes.ts';
import { queriedDatasetQuery } from '#web/http/datasets.ts';

/** Ids of the datasets used by cards and controls. */
function datasetIds(dashboard: Dashboard): string[] {
  const specs = cardsOf(dashboard).flatMap((card) =>
    card.kind === 'chart' ? [card.chart.ask] : card.kind === 'text' ? card.numbers.map(({ ask: spec }) => spec) : [],
  );
  const queriedIds = specs.flatMap((spec) => (spec.kind === 'query' ? [spec.dataset] : []));
  const targets = dashboard.controls.flatMap((control) =>
    control.targets.flatMap((target) => (target.kind === 'column' ? [target.dataset] : [])),
  );
  const timeTargets = dashboard.time.targets.map(({ dataset }) => dataset);
  return [...new Set([...queriedIds, ...targets, ...timeTargets])];
}

const loadedDatasets = (answers: { data: Dataset | undefined }[]): Dataset[] =>
  answers.flatMap(({ data }) => (data ? [data] : []));

/** The datasets of a dashboard that still exist. */
export function useDatasets(dashboard: Dashboard): Dataset[] {
  return useQueries({
    queries: datasetIds(dashboard).map((id) => ({
      ...queriedDatasetQuery(id),
      throwOnError: false,
      retry: false,
      staleTime: 60_000,
    })),
    combine: loadedDatasets,
  });
}
