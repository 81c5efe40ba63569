import { useMutation, useQuery } from '@tanstack/react-query';
import Alert from 'antd/es/alert';
import Input from 'antd/es/input/Input';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import type { Chart } from '#domain/query/chart.ts';
import { textOf } from '#display/words/subject.ts';
import { call } from '#web/http/client.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { useLanguage } from '#web/ui/language.ts';
import { PlainSelect } from '#web/ui/PlainSelect.tsx';
import { sentenceOf } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';
import { cardsOf, type Dashboard, maxCards } from '#domain/dashboard/dashboard.ts';
import type { LocalizedText } from '#domain/columns/column.ts';
import { Problem } from '#contract/errors.ts';
import { addCard, emptyDashboard } from '#domain/dashboard/dashboard-edits.ts';
import style from './CardDialog.module.css';
import { chartCard, withTimeTarget } from './new-chart.ts';

type CardDialogProps = {
  chart: Chart;
  /** The name of the chart. */
  name: string;
  onClose: () => void;
};

/** Adds the chart as a card to a new or an existing dashboard. */
export function CardDialog({ chart, name, onClose }: CardDialogProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const navigate = useNavigate();
  useReturnFocus();
  const { data: dashboards } = useQuery({
    queryKey: ['dashboards'],
    queryFn: ({ signal }) => call('GET /dashboards', {}, signal),
    throwOnError: false,
  });
  const [chosen, setChosen] = useState('');
  const [title, setTitle] = useState('');
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => {
      const card = { chart, title: { en_US: '', zh_CN: '', [language]: name.slice(0, 200) } };
      return chosen
        ? addToDashboard(chosen, card)
        : addToNewDashboard({ en_US: '', zh_CN: '', [language]: title.trim() || name.slice(0, 200) }, card);
    },
    onSuccess: ({ id, isDraft }) => {
      void toast('success', t('dashboard.keep.added'));
      void navigate(`/dashboard/${id}${isDraft ? '?mode=edit' : ''}`);
    },
  });
  return (
    <Modal
      open
      width={440}
      title={t('dashboard.keep.title')}
      okText={t('dashboard.keep.add')}
      confirmLoading={isPending}
      onOk={() => mutate()}
      onCancel={onClose}
    >
      {error && <Alert type="error" showIcon title={sentenceOf(error)} style={{ marginBottom: 16 }} />}
      <div className={style['fields']}>
        <PlainSelect
          label={t('dashboard.keep.which')}
          value={chosen}
          options={[
            { value: '', text: t('dashboard.keep.new') },
            ...(dashboards ?? []).map((each) => ({
              value: each.id,
              text: textOf(each.title, language) || t('dashboard.edit.untitled'),
            })),
          ]}
          onChange={setChosen}
        />
        {chosen === '' && (
          <Input
            autoFocus
            aria-label={t('dashboard.keep.name')}
            placeholder={name}
            maxLength={200}
            dir="auto"
            value={title}
            onChange={(event) => setTitle(event.target.value)}
            onPressEnter={(event) => !event.nativeEvent.isComposing && mutate()}
          />
        )}
      </div>
    </Modal>
  );
}

type ChartToAdd = { chart: Chart; title: LocalizedText };

/** Where the card was added: published, or in the member's draft. */
type AddedCard = { id: string; isDraft: boolean };

/** Adds the chart to the first tab; a query with its own period keeps it. */
async function withCard(dashboard: Dashboard, { chart, title }: ChartToAdd): Promise<Dashboard> {
  if (cardsOf(dashboard).length >= maxCards) throw new Problem('too_many_cards');
  const { ask: spec } = chart;
  const hasOwnTime = spec.kind === 'query' && spec.period.kind === 'during';
  const card = { ...chartCard(chart), title, time: hasOwnTime ? ('own' as const) : ('dashboard' as const) };
  const dataset = spec.kind === 'query' ? await call('GET /datasets/:id', { id: spec.dataset }) : undefined;
  return addCard(dataset ? withTimeTarget(dashboard, dataset) : dashboard, dashboard.tabs[0]!.id, card);
}

async function addToNewDashboard(title: LocalizedText, card: ChartToAdd): Promise<AddedCard> {
  const { id } = await call('POST /dashboards', { dashboard: await withCard(emptyDashboard(title), card) });
  return { id, isDraft: false };
}

/** Adds to the member's draft if there is one, else publishes. */
async function addToDashboard(id: string, card: ChartToAdd): Promise<AddedCard> {
  const saved = await call('GET /dashboards/:id', { id });
  const dashboard = await withCard(saved.draft?.dashboard ?? saved.dashboard, card);
  if (saved.draft) await call('PUT /dashboards/:id/draft', { id, base: saved.draft.base, dashboard });
  else await call('PUT /dashboards/:id', { id, base: saved.version, dashboard });
  return { id, isDraft: saved.draft !== null };
}
