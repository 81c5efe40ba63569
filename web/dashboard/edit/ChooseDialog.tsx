import { useQuery, useQueryClient } from '@tanstack/react-query';
import Input from 'antd/es/input/Input';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Chart } from '#contract/chart.ts';
import { formatNumber } from '#display/format/number.ts';
import { labelOf } from '#display/words/subject.ts';
import { KindIcon } from '#web/dashboard/explore/kind-icons.tsx';
import { chartsQuery, datasetsQuery } from '#web/http/ask.ts';
import { datasetQuery } from '#web/http/datasets.ts';
import { useLook } from '#web/shell/preferences.ts';
import { useReturnFocus } from '#web/ui/dialog.ts';
import { toastProblem } from '#web/ui/problem.ts';
import style from './ChooseDialog.module.css';
import { addCard, newId, noTexts } from './document.ts';
import { useEditing } from './editing.ts';
import { chartCard, firstChart, withTimeOf } from './new-chart.ts';

export type Choosing = 'dataset' | 'chart';

type Entry = { id: string; name: string; detail: string; icon?: React.ReactNode; onChoose: () => void };

/** Which dataset a new chart is about, or which kept chart becomes a card. */
export function ChooseDialog({ what, onClose }: { what: Choosing; onClose: () => void }) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState('');
  useReturnFocus();
  const entries = useEntries(what, onClose);
  const letters = wanted.trim().toLowerCase();
  const found = entries.filter(({ name, detail }) => `${name} ${detail}`.toLowerCase().includes(letters));
  return (
    <Modal open width={520} footer={null} title={t(`dashboard.edit.choose.${what}`)} onCancel={onClose}>
      <Input
        autoFocus
        aria-label={t('dashboard.edit.choose.find')}
        placeholder={t('dashboard.edit.choose.find')}
        value={wanted}
        onChange={(event) => setWanted(event.target.value)}
        onPressEnter={(event) => !event.nativeEvent.isComposing && found[0]?.onChoose()}
      />
      <ul className={style['entries']}>
        {found.map(({ id, name, detail, icon, onChoose }) => (
          <li key={id}>
            <button type="button" onClick={onChoose}>
              {icon}
              <b dir="auto">{name}</b>
              <small dir="auto">{detail}</small>
            </button>
          </li>
        ))}
        {found.length === 0 && <li className={style['none']}>{t(`dashboard.edit.choose.none.${what}`)}</li>}
      </ul>
    </Modal>
  );
}

function useEntries(what: Choosing, onClose: () => void): Entry[] {
  const { t } = useTranslation();
  const { language } = useLook();
  const { add, addFrom } = useAdding(onClose);
  const { data: datasets = [] } = useQuery({ ...datasetsQuery, throwOnError: false });
  const { data: charts = [] } = useQuery({ ...chartsQuery, throwOnError: false, enabled: what === 'chart' });
  if (what === 'dataset') {
    return datasets.map((dataset) => ({
      id: dataset.id,
      name: labelOf(dataset, language),
      detail: t('dashboard.edit.choose.rows', {
        application: dataset.application,
        rows: formatNumber(dataset.rows, language),
      }),
      onChoose: () => addFrom(dataset.id),
    }));
  }
  return charts.map(({ id, name, chart, by }) => ({
    id,
    name,
    detail: by?.name ?? '',
    icon: <KindIcon kind={chart.drawing.kind} />,
    onChoose: () => add(chart, name),
  }));
}

/** Puts the chosen chart onto the open tab and opens it to be changed. */
function useAdding(onClose: () => void) {
  const queries = useQueryClient();
  const look = useLook();
  const { tab, change, select } = useEditing();
  const place = async (chart: Chart, name: string) => {
    const id = newId();
    const dataset =
      chart.ask.kind === 'query' ? await queries.ensureQueryData(datasetQuery(chart.ask.dataset)) : undefined;
    const card = { ...chartCard(chart), title: name ? { ...noTexts, [look.language]: name } : noTexts };
    change((dashboard) => addCard(dataset ? withTimeOf(dashboard, dataset) : dashboard, tab.id, card, id));
    onClose();
    select({ kind: 'card', id });
  };
  return {
    add: (chart: Chart, name: string) => void place(chart, name).catch(toastProblem),
    addFrom: (id: string) =>
      void queries
        .ensureQueryData(datasetQuery(id))
        .then((dataset) => place(firstChart(dataset, look), ''))
        .catch(toastProblem),
  };
}
