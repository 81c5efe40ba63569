import { hashKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Chart } from '#domain/query/chart.ts';
import type { SavedChart } from '#contract/saved-charts/routes.ts';
import { chartQuery } from '#web/http/run-query.ts';
import { call } from '#web/http/client.ts';
import { useIsEditor } from '#web/http/me.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';
import { saveNew, SaveDialog } from './SaveDialog.tsx';

// Seldom opened, and it loads the dashboard editing code.
const CardDialog = lazy(() => import('./CardDialog.tsx').then((module) => ({ default: module.CardDialog })));

type SaveChartOptions = {
  /** The open chart. */
  saved: SavedChart | undefined;
  /** The chart to save; undefined before there is a result. */
  chart: Chart | undefined;
  proposed: string;
  onSaved: (saved: SavedChart) => void;
};

export type ChartSaving = {
  canSave: boolean;
  /** Whether there are unsaved changes. */
  isChanged: boolean;
  start: () => void;
  startNew: () => void;
  /** Adds it as a card to a dashboard. */
  startCard: () => void;
  dialog: ReactNode;
};

/** Saves the chart: under its name if it has one, else asks for one. */
export function useSaveChart({ saved, chart, proposed, onSaved }: SaveChartOptions): ChartSaving {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const isEditor = useIsEditor();
  const [isNaming, setNaming] = useState(false);
  const [isAddingCard, setAddingCard] = useState(false);
  const update = useMutation({
    mutationFn: (input: { id: string; chart: Chart }) => call('PATCH /charts/:id', input),
    onSuccess: (changed) => {
      queries.setQueryData(chartQuery(changed.id).queryKey, changed);
      void toast('success', t('common.saved'));
    },
    onError: toastProblem,
  });
  const canSave = isEditor && chart !== undefined;
  const isChanged = !saved || (chart !== undefined && hashKey([chart]) !== hashKey([saved.chart]));
  return {
    canSave,
    isChanged,
    start: () => {
      if (!canSave || !isChanged) return;
      if (saved?.right === 'edit') update.mutate({ id: saved.id, chart });
      else setNaming(true);
    },
    startNew: () => setNaming(canSave),
    startCard: () => setAddingCard(canSave),
    dialog: chart && (
      <>
        {isAddingCard && (
          <Suspense>
            <CardDialog chart={chart} name={saved?.name ?? proposed} onClose={() => setAddingCard(false)} />
          </Suspense>
        )}
        {isNaming && (
          <SaveDialog
            title={t('explore.saveAs')}
            proposed={proposed}
            save={saveNew(chart)}
            onClose={() => setNaming(false)}
            onSaved={(savedChart) => {
              setNaming(false);
              void toast('success', t('common.saved'));
              onSaved(savedChart);
            }}
          />
        )}
      </>
    ),
  };
}
