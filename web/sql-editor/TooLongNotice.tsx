import { useTranslation } from 'react-i18next';

import { maxSqlLength } from '#contract/queries/schemas.ts';
import { formatNumber } from '#display/format/number.ts';
import { useLanguage } from '#web/ui/language.ts';
import style from './SqlEditor.module.css';

/** Whether the text is longer than the server accepts. */
export const isTooLong = (sql: string) => sql.trim().length > maxSqlLength;

export function TooLongNotice({ sql }: { sql: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const number = (value: number) => formatNumber(value, language);
  return (
    <p role="alert" className={style['failure']}>
      {t('sql.tooLong', { length: number(sql.trim().length), most: number(maxSqlLength) })}
    </p>
  );
}
