import { useQuery, useQueryClient } from '@tanstack/react-query';
import Input from 'antd/es/input/Input';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Chart } from '#domain/query/chart.ts';
import { formatNumber } from '#display/format/number.ts';
import { placeOf } from '#web/application/place.ts';
import { labelOf } from '#display/words/subject.ts';
import { KindIcon } from '#web/explore/kind-icons.tsx';
import { chartsQuery, allDatasetsQuery } from '#web/http/run-query.ts';
import { datasetQuery } from '#web/http/datasets.ts';
import { useLook } from '#web/shell/preferences.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { toastProblem } from '#web/ui/problem.ts';
import style from './ChooseDialog.module.css';
import { addCard, newId, noTexts } from '#domain/dashboard/dashboard-edits.ts';
import { useEditing } from './editing-context.ts';
import { chartCard, firstChart, withTimeTarget } from '#web/explore/new-chart.ts';
import type { Verification } from '#contract/datasets/verification.ts';
import { VerifiedIcon } from '#web/ui/VerifiedMark.tsx';

export type ChoiceKind = 'dataset' | 'chart';

type ChoiceEntry = {
  id: string;
  name: string;
  detail: string;
  icon?: React.ReactNode;
  verification: Verification | null;
  onChoose: () => void;
};

/** Chooses the dataset of a new chart, or the saved chart that becomes a card. */
export function ChooseDialog({ kind, onClose }: { kind: ChoiceKind; onClose: () => void }) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  useReturnFocus();
  const { entries, isPending } = useEntries(kind, onClose);
  const needle = search.trim().toLowerCase();
  const matches = entries.filter(({ name, detail }) => `${name} ${detail}`.toLowerCase().includes(needle));
  return (
    <Modal open width={520} footer={null} title={t(`dashboard.edit.choose.${kind}`)} onCancel={onClose}>
      <Input
        autoFocus
        aria-label={t('dashboard.edit.choose.find')}
        placeholder={t('dashboard.edit.choose.find')}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        onPressEnter={(event) => !event.nativeEvent.isComposing && matches[0]?.onChoose()}
      />
      <ul className={style['entries']}>
        {matches.map(({ id, name, detail, icon, verification, onChoose }) => (
          <li key={id}>
            <button type="button" onClick={onChoose}>
              {icon}
              <b>
                <bdi>{name}</bdi>
                <VerifiedIcon verification={verification} />
              </b>
              <small dir="auto">{detail}</small>
            </button>
          </li>
        ))}
        {!isPending && matches.length === 0 && (
          <li className={style['none']}>{t(`dashboard.edit.choose.none.${kind}`)}</li>
        )}
      </ul>
    </Modal>
  );
}

function useEntries(kind: ChoiceKind, onClose: () => void): { entries: ChoiceEntry[]; isPending: boolean } {
  const { t } = useTranslation();
  const { language } = useLook();
  const { add, addFrom } = useAddChart(onClose);
  const datasets = useQuery({ ...allDatasetsQuery, throwOnError: false });
  const charts = useQuery({ ...chartsQuery, throwOnError: false, enabled: kind === 'chart' });
  if (kind === 'dataset') {
    const entries = (datasets.data ?? []).map((dataset) => ({
      id: dataset.id,
      name: labelOf(dataset, language),
      detail: dataset.connection
        ? `${dataset.application} · ${placeOf(dataset.connection)}`
        : dataset.rows === null
          ? dataset.application
          : t('dashboard.edit.choose.rows', {
              application: dataset.application,
              rows: formatNumber(dataset.rows, language),
              count: dataset.rows,
            }),
      verification: dataset.verification,
      onChoose: () => addFrom(dataset.id),
    }));
    return { entries, isPending: datasets.isPending };
  }
  const entries = (charts.data ?? []).map(({ id, name, chart, by }) => ({
    id,
    name,
    detail: by?.name ?? '',
    icon: <KindIcon kind={chart.drawing.kind} />,
    verification: null,
    onChoose: () => add(chart, name),
  }));
  return { entries, isPending: charts.isPending };
}

/** Adds the chosen chart to the open tab and selects it. */
function useAddChart(onClose: () => void) {
  const queries = useQueryClient();
  const look = useLook();
  const { tab, change, select } = useEditing();
  const addToTab = async (chart: Chart, name: string) => {
    const id = newId();
    const dataset =
      chart.ask.kind === 'query' ? await queries.ensureQueryData(datasetQuery(chart.ask.dataset)) : undefined;
    const card = { ...chartCard(chart), title: name ? { ...noTexts, [look.language]: name } : noTexts };
    change((dashboard) => addCard(dataset ? withTimeTarget(dashboard, dataset) : dashboard, tab.id, card, id));
    onClose();
    select({ kind: 'card', id });
  };
  return {
    add: (chart: Chart, name: string) => void addToTab(chart, name).catch(toastProblem),
    addFrom: (id: string) =>
      void queries
        .ensureQueryData(datasetQuery(id))
        .then((dataset) => addToTab(firstChart(dataset, look), ''))
        .catch(toastProblem),
  };
}
