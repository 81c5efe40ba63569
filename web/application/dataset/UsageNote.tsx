import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import type { Dataset } from '#contract/datasets/routes.ts';
import style from './Dependents.module.css';
import { countsText, usesQuery } from './uses.ts';

/** One line with the dependents of a dataset or column, shown before it is changed. */
export function UsageNote({ dataset, column }: { dataset: Dataset; column?: string }) {
  const { t } = useTranslation();
  const { data = [] } = useQuery({ ...usesQuery(dataset.id), throwOnError: false });
  const dependents = data.filter(({ columns }) => column === undefined || columns.includes(column));
  if (dependents.length === 0) return null;
  return (
    <p className={style['note']}>
      {t('dataset.use.usedBy', { counts: countsText(dependents, t) })}{' '}
      <Link to={`/application/${dataset.applicationId}/datasets/${dataset.id}/use`} target="_blank">
        {t('dataset.use.show')}
      </Link>
    </p>
  );
}
