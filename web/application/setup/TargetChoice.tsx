import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Application } from '#contract/applications.ts';
import { datasetsQuery } from '#web/http/applications.ts';
import { datasetQuery } from '#web/http/datasets.ts';
import { useLanguage } from '#web/ui/language.ts';
import { PlainSelect } from '#web/ui/PlainSelect.tsx';
import { labelOf } from '../names.ts';
import style from './SetupTab.module.css';
import { exampleRow, firstRow, type Row } from './snippets.ts';

/** Where rows go: a dataset that is there, or one that the first row makes. */
type Target = { id: string; dataset: string; row: Row };

const newName = 'events';

/** The dataset that the lines push into, with a row that fits it. Files have one already; events begin with a new one. */
export function useTarget({ id, kind }: Application): { target: Target; choose: (id: string) => void } {
  const { data: datasets = [] } = useQuery(datasetsQuery(id));
  const [chosen, choose] = useState<string>();
  const proposed = kind === 'events' ? '' : (datasets[0]?.id ?? '');
  const known = datasets.find((dataset) => dataset.id === (chosen ?? proposed));
  const { data: whole } = useQuery({ ...datasetQuery(known?.id ?? ''), enabled: known !== undefined });
  const row = known && whole ? exampleRow(whole.columns) : firstRow;
  return { target: { id: known?.id ?? '', dataset: known?.name ?? newName, row }, choose };
}

type Props = { application: Application; target: Target; onChoose: (id: string) => void };

export function TargetChoice({ application, target, onChoose }: Props) {
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
