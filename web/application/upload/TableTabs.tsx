import Checkbox from 'antd/es/checkbox/Checkbox';
import { useTranslation } from 'react-i18next';

import { formatShort } from '#display/format/number.ts';
import { useLanguage } from '#web/ui/language.ts';
import { isPreviewed, type UploadPlan } from './table-plans.ts';
import style from './TableTabs.module.css';

type TableTabsProps = {
  plans: UploadPlan[];
  selected: string | undefined;
  onShow: (key: string) => void;
  onChoose: (key: string, chosen: boolean) => void;
};

/** The sheets of a workbook or the tables of several files: which are loaded, and which is displayed. */
export function TableTabs({ plans, selected, onShow, onChoose }: TableTabsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <ul className={style['tabs']} aria-label={t('upload.tables')}>
      {plans.map((plan) => {
        const { key, table, upload, chosen } = plan;
        const name = table.name || upload.name;
        return (
          <li key={key} data-shown={key === selected}>
            <Checkbox
              checked={chosen}
              disabled={table.columns.length === 0 || isPreviewed(plan)}
              aria-label={t('upload.take', { name })}
              onChange={(event) => onChoose(key, event.target.checked)}
            />
            <button type="button" aria-pressed={key === selected} onClick={() => onShow(key)}>
              <span dir="auto">{name}</span>
              {!isPreviewed(plan) && <small className="numbers">{formatShort(table.rows, language)}</small>}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
