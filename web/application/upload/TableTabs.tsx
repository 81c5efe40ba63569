import Checkbox from 'antd/es/checkbox/Checkbox';
import { useTranslation } from 'react-i18next';

import { formatShort } from '#display/format/number.ts';
import { useLanguage } from '#web/ui/language.ts';
import type { Plan } from './plans.ts';
import style from './TableTabs.module.css';

type Props = {
  plans: Plan[];
  shown: string | undefined;
  onShow: (key: string) => void;
  onChoose: (key: string, chosen: boolean) => void;
};

/** The sheets of a book, or the tables of several files: which are loaded, and which is looked at. */
export function TableTabs({ plans, shown, onShow, onChoose }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <ul className={style['tabs']} aria-label={t('upload.tables')}>
      {plans.map(({ key, table, upload, chosen }) => {
        const name = table.name || upload.name;
        return (
          <li key={key} data-shown={key === shown}>
            <Checkbox
              checked={chosen}
              disabled={table.columns.length === 0}
              aria-label={t('upload.take', { name })}
              onChange={(event) => onChoose(key, event.target.checked)}
            />
            <button type="button" aria-pressed={key === shown} onClick={() => onShow(key)}>
              <span dir="auto">{name}</span>
              <small className="numbers">{formatShort(table.rows, language)}</small>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
