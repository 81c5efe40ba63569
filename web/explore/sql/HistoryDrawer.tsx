import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Drawer from 'antd/es/drawer';
import { useTranslation } from 'react-i18next';

import type { HistoryEntry } from '#contract/queries/routes.ts';
import { formatNumber } from '#display/format/number.ts';
import { historyQuery } from '#web/http/run-query.ts';
import { call } from '#web/http/client.ts';
import { confirmDanger } from '#web/ui/confirm.ts';
import { useLanguage } from '#web/ui/language.ts';
import { Moment } from '#web/ui/Moment.tsx';
import { sentenceOf, toastProblem } from '#web/ui/problem.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import style from './HistoryDrawer.module.css';

type HistoryDrawerProps = { onRestore: (entry: HistoryEntry) => void; onClose: () => void };

/** The member's SQL query history, newest first. */
export function HistoryDrawer({ onRestore, onClose }: HistoryDrawerProps) {
  const { t } = useTranslation();
  useReturnFocus();
  const queries = useQueryClient();
  const { data: entries = [], isPending, error } = useQuery({ ...historyQuery, throwOnError: false });
  const { mutate: clearHistory } = useMutation({
    mutationFn: () => call('DELETE /queries/history', {}),
    onSuccess: () => queries.setQueryData(historyQuery.queryKey, []),
    onError: toastProblem,
  });
  const handleClear = () =>
    void confirmDanger({
      title: t('sql.forget.title'),
      text: t('sql.forget.text'),
      yes: t('sql.forget.action'),
      onYes: () => clearHistory(),
    });
  return (
    <Drawer
      open
      size={480}
      title={t('sql.history')}
      onClose={onClose}
      extra={entries.length > 0 && <Button onClick={handleClear}>{t('sql.forget.action')}</Button>}
    >
      {error && <p role="alert">{sentenceOf(error)}</p>}
      {!isPending && !error && entries.length === 0 && <p className={style['none']}>{t('sql.noHistory')}</p>}
      <ol className={style['entries']}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <button type="button" title={entry.sql.slice(0, 2000)} onClick={() => onRestore(entry)}>
              <code dir="auto">{firstLine(entry.sql)}</code>
              <EntryOutcome entry={entry} />
            </button>
          </li>
        ))}
      </ol>
    </Drawer>
  );
}

/** The first line that is not empty or a comment. */
const firstLine = (sql: string) => sql.split('\n').find((line) => line.trim() && !line.trim().startsWith('--')) ?? sql;

/** Time and outcome of a query. */
function EntryOutcome({ entry }: { entry: HistoryEntry }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { askedAt, rows, milliseconds, error } = entry;
  const number = (value: number | null) => formatNumber(value, language, 0);
  return (
    <small className="numbers">
      <Moment at={askedAt} />
      {error ? (
        <span data-tone="bad">{t('sql.failed')}</span>
      ) : (
        <span>{t('sql.outcome', { rows: number(rows), milliseconds: number(milliseconds), count: rows })}</span>
      )}
    </small>
  );
}
