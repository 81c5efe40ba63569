import { WarningOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import type { RelationMatch } from '#contract/relations/routes.ts';
import type { RelationKey } from '#domain/query/relation.ts';
import { formatNumber } from '#display/format/number.ts';
import { useLanguage } from '#web/ui/language.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import { matchQuery } from './relation-queries.ts';
import style from './Relations.module.css';

type MatchBarProps = { dataset: string; related: string; keys: RelationKey[]; match?: RelationMatch };

/** The share of rows with a match, and the values without one. */
export function MatchBar({ dataset, related, keys, match }: MatchBarProps) {
  const { t } = useTranslation();
  const { data, error } = useQuery({ ...matchQuery(dataset, related, keys), enabled: match === undefined });
  if (error) return <p className={style['bad']}>{sentenceOf(error)}</p>;
  const result = match ?? data;
  return result ? <MatchShare match={result} /> : <p className={style['quiet']}>{t('relations.counting')}</p>;
}

/** Never rounds to 100 % while a row is unmatched, nor to 0 % while one matches. */
function percentOf(matched: number, rows: number): number {
  if (rows === 0 || matched === rows) return rows === 0 ? 0 : 100;
  return Math.min(99.9, Math.max(matched > 0 ? 0.1 : 0, Math.round((matched / rows) * 1000) / 10));
}

function MatchShare({ match }: { match: RelationMatch }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { rowsWithKey, rows, matched, duplicate, unmatched } = match;
  const count = (value: number) => formatNumber(value, language);
  if (duplicate)
    return (
      <p className={style['bad']}>
        <WarningOutlined aria-hidden />{' '}
        {t('relations.duplicate', { value: duplicate.value, rows: count(duplicate.rows) })}
      </p>
    );
  const percent = percentOf(matched ?? 0, rowsWithKey);
  const left = rowsWithKey - (matched ?? 0);
  return (
    <div className={style['match']}>
      <meter min={0} max={100} value={percent} aria-label={t('relations.share')} />
      <span className="numbers">
        {t('relations.matched', { percent: count(percent), matched: count(matched ?? 0), rows: count(rowsWithKey) })}
        {rows > rowsWithKey && ` ${t('relations.empty', { rows: count(rows - rowsWithKey) })}`}
      </span>
      {left > 0 && (
        <details>
          <summary>{t('relations.unmatched', { rows: count(left) })}</summary>
          <ul>
            {unmatched.map(({ value, rows: missing }) => (
              <li key={value}>
                <code dir="auto">{value}</code> <span className="numbers">{count(missing)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
