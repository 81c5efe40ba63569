import { useTranslation } from 'react-i18next';

import { Problem } from '#contract/errors.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import style from './SqlEditor.module.css';

/** The error message, the engine's own message, and the line. */
export function SqlFailure({ error, sql }: { error: Error; sql: string }) {
  const { t } = useTranslation();
  const { at, original } = error instanceof Problem ? error.params : {};
  const line = at === undefined ? undefined : sql.slice(0, at).split('\n').length;
  return (
    <div role="alert" className={style['failure']}>
      {line !== undefined && <b>{t('sql.line', { line })}</b>} {sentenceOf(error)}
      {original && (
        <p lang="en" dir="ltr">
          {original}
        </p>
      )}
    </div>
  );
}
