import { useTranslation } from 'react-i18next';

import type { Dataset } from '#contract/datasets/routes.ts';
import type { TestedDependent } from '#contract/datasets/uses.ts';
import { Dependents } from '../dataset/Dependents.tsx';
import { countsText } from '../dataset/uses.ts';
import style from './Remap.module.css';

/** What a replacement changes, and what it leaves unchanged, with the reasons. */
export function RemapPreviewList({ dataset, items }: { dataset: Dataset; items: TestedDependent[] }) {
  const { t } = useTranslation();
  const changes = items.filter(({ problem }) => !problem);
  const others = items.filter(({ problem }) => problem);
  const isMarked = ({ kind, id }: TestedDependent) =>
    kind === 'metric' && dataset.metrics.some((metric) => metric.id === id && metric.verification);
  if (items.length === 0) return <p>{t('remap.nothing')}</p>;
  return (
    <>
      {changes.length > 0 && (
        <section>
          <h3 className={style['heading']}>{t('remap.changes', { counts: countsText(changes, t) })}</h3>
          <Dependents dependents={changes} hasReasons={false} />
          {changes.some(isMarked) && <p className={style['lead']}>{t('remap.marks')}</p>}
        </section>
      )}
      {others.length > 0 && (
        <section>
          <h3 className={style['heading']}>{t('remap.stays', { counts: countsText(others, t) })}</h3>
          <Dependents dependents={others} hasReasons />
        </section>
      )}
    </>
  );
}
