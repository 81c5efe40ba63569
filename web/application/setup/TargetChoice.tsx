import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { storedColumnsIn } from '#domain/columns/column.ts';
import type { Application } from '#contract/applications/routes.ts';
import { datasetsQuery } from '#web/http/applications.ts';
import { datasetQuery } from '#web/http/datasets.ts';
import { useLanguage } from '#web/ui/language.ts';
import { PlainSelect } from '#web/ui/PlainSelect.tsx';
import { labelOf } from '../names.ts';
import style from './SetupTab.module.css';
import { exampleRow, firstRow, type ExampleRow } from './snippets.ts';

/** Where rows are pushed: an existing dataset, or one that the first row creates. */
type PushTarget = { id: string; dataset: string; row: ExampleRow };

const newName = 'events';

/**
 * The target dataset of the snippets, with an example row. Files have a dataset already; events start with a new one.
 */
export function usePushTarget({ id, kind }: Application): { target: PushTarget; choose: (id: string) => void } {
  const { data: datasets = [] } = useQuery(datasetsQuery(id));
  const [chosen, choose] = useState<string>();
  const proposed = kind === 'events' ? '' : (datasets[0]?.id ?? '');
  const existing = datasets.find((dataset) => dataset.id === (chosen ?? proposed));
  const { data: details } = useQuery({ ...datasetQuery(existing?.id ?? ''), enabled: existing !== undefined });
  const row = existing && details ? exampleRow(storedColumnsIn(details.columns)) : firstRow;
  return { target: { id: existing?.id ?? '', dataset: existing?.name ?? newName, row }, choose };
}

type TargetChoiceProps = { application: Application; target: PushTarget; onChoose: (id: string) => void };

export function TargetChoice({ application, target, onChoose }: TargetChoiceProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: datasets = [] } = useQuery(datasetsQuery(application.id));
  if (datasets.length === 0) return null;
  return (
    <p className={style['target']}>
      <span aria-hidden>{t('setup.into')}</span>
      <PlainSelect
        label={t('setup.into')}
        value={target.id}
        options={[
          ...datasets.map((dataset) => ({ value: dataset.id, text: labelOf(dataset, language) })),
          { value: '', text: t('setup.new', { name: newName }) },
        ]}
        onChange={onChoose}
      />
    </p>
  );
}
