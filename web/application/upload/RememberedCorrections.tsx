import { useTranslation } from 'react-i18next';

import { formatNumber } from '#display/format/number.ts';
import { useLanguage } from '#web/ui/language.ts';
import type { DatasetMatch } from './column-plans.ts';
import type { UploadPlan } from './table-plans.ts';
import { matchingCorrections } from './matching-corrections.ts';
import style from './TablePlan.module.css';

/** Lists the remembered corrections that will be applied automatically. */
export function RememberedCorrections({ plan, matched: { dataset } }: { plan: UploadPlan; matched: DatasetMatch }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (dataset.recipe.length === 0) return null;
  const matching = matchingCorrections(plan.table, plan.columns, dataset.recipe);
  return (
    <div className={style['remembered']} role="note">
      <p>{t('upload.remembered', { total: formatNumber(dataset.recipe.length, language) })}</p>
      {matching.length > 0 && (
        <ul>
          {matching.map(({ column, name, from, to }) => (
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
