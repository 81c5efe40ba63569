import { hashKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Chart } from '#contract/chart.ts';
import type { SavedChart } from '#contract/charts.ts';
import { chartQuery, chartsQuery } from '#web/http/ask.ts';
import { call } from '#web/http/client.ts';
import { useIsEditor } from '#web/http/me.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';
import { saveNew, SaveDialog } from './SaveDialog.tsx';

// Seldom wanted, and it brings what makes dashboards.
const CardDialog = lazy(() => import('./CardDialog.tsx').then((module) => ({ default: module.CardDialog })));

type Options = {
  /** The chart that is open. */
  saved: SavedChart | undefined;
  /** What would be kept; undefined before there is an answer. */
  chart: Chart | undefined;
  proposed: string;
  onSaved: (saved: SavedChart) => void;
};

export type Saving = {
  canSave: boolean;
  /** Whether there is something that is not kept yet. */
  isChanged: boolean;
  start: () => void;
  startNew: () => void;
  /** Keeps it as a card of a dashboard. */
  startCard: () => void;
  dialog: ReactNode;
};

/** Keeps the chart: under its name if it has one, else under a new one. */
export function useSaving({ saved, chart, proposed, onSaved }: Options): Saving {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const isEditor = useIsEditor();
  const [isNaming, setNaming] = useState(false);
  const [isPlacing, setPlacing] = useState(false);
  const update = useMutation({
    mutationFn: (input: { id: string; chart: Chart }) => call('PATCH /charts/:id', input),
    onSuccess: (changed) => {
      queries.setQueryData(chartQuery(changed.id).queryKey, changed);
      void queries.invalidateQueries({ queryKey: chartsQuery.queryKey });
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
    startCard: () => setPlacing(canSave),
    dialog: chart && (
      <>
        {isPlacing && (
          <Suspense>
            <CardDialog chart={chart} name={saved?.name ?? proposed} onClose={() => setPlacing(false)} />
          </Suspense>
        )}
        {isNaming && (
          <SaveDialog
            title={t('explore.saveAs')}
            proposed={proposed}
            save={saveNew(chart)}
            onClose={() => setNaming(false)}
            onSaved={(kept) => {
              setNaming(false);
              void toast('success', t('common.saved'));
              onSaved(kept);
            }}
          />
        )}
      </>
    ),
  };
}
