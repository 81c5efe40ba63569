import { useTranslation } from 'react-i18next';

import { formatNumber } from '#display/format/number.ts';
import { useLanguage } from '#web/ui/language.ts';
import type { Matched } from './plan.ts';
import type { Plan } from './plans.ts';
import { rememberedOf } from './remembered.ts';
import style from './TablePlan.module.css';

/** Says what will be put right by itself because it was before. */
export function RememberedNote({ plan, matched: { dataset } }: { plan: Plan; matched: Matched }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (dataset.recipe.length === 0) return null;
  const met = rememberedOf(plan.table, plan.columns, dataset.recipe);
  return (
    <div className={style['remembered']} role="note">
      <p>{t('upload.remembered', { total: formatNumber(dataset.recipe.length, language) })}</p>
      {met.length > 0 && (
        <ul>
          {met.map(({ column, name, from, to }) => (
            <li key={JSON.stringify([column, from])}>
              {to === null
                ? t('upload.becomesNothing', { column: name, from })
                : t('upload.becomes', { column: name, from, to })}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
