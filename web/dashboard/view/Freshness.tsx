import Button from 'antd/es/button';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

import type { Language } from '#contract/language.ts';
import type { Origin } from '#contract/query.ts';
import { formatInstant } from '#display/format/date.ts';
import { formatNumber } from '#display/format/number.ts';
import { useZone } from '#web/shell/preferences.ts';
import { useLanguage } from '#web/ui/language.ts';
import style from './Freshness.module.css';
import { type Run, useAnswers, useGoing } from './run.ts';
import type { CardAnswer, Going as GoingOf } from './runner.ts';

/** The data that is oldest among what is shown. */
function oldestOf(answers: ReadonlyMap<string, CardAnswer>): Origin | undefined {
  const origins = [...answers.values()].flatMap(({ results }) =>
    Object.values(results).flatMap(({ proof }) => proof.datasets),
  );
  return origins
    .filter(({ lastDataAt }) => lastDataAt !== null)
    .toSorted((a, b) => (a.lastDataAt! < b.lastDataAt! ? -1 : 1))
    .at(0);
}

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

// To make one takes a millisecond, and every answer asks.
const formats: Partial<Record<Language, Intl.RelativeTimeFormat>> = {};

/** How long ago something was, in words: "3 minutes ago". */
function agoOf(moment: string, now: number, language: Language): string | undefined {
  const seconds = (now - Date.parse(moment)) / 1000;
  const unit = units.find(([, length]) => seconds >= length);
  if (!unit) return undefined;
  formats[language] ??= new Intl.RelativeTimeFormat(language.replace('_', '-'), { numeric: 'always' });
  return formats[language].format(-Math.floor(seconds / unit[1]), unit[0]);
}

/** The time now, every so often. */
export function useNow(every: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}

/** How old the data is that is shown: of files, when they were loaded and what their newest row is about. */
export function Age({ run }: { run: Run }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const zone = useZone();
  const now = useNow(15_000);
  const oldest = oldestOf(useAnswers(run));
  const rows = useSyncExternalStore(run.subscribe, run.newest);
  if (!oldest) return null;
  const newest = rows.get(oldest.id);
  const at = oldest.lastDataAt!;
  const ago = agoOf(at, now, language);
  const loaded = ago === undefined ? t('dashboard.view.loadedNow') : t('dashboard.view.loaded', { ago });
  const live = ago === undefined ? t('dashboard.view.justNow') : t('dashboard.view.dataOf', { ago });
  const day = newest && (newest.length > 10 ? formatInstant(newest, zone).slice(0, 10) : newest);
  const ofFile = day ? t('dashboard.view.newestRow', { day, loaded }) : loaded;
  return (
    <span className={style['age']} title={`${formatInstant(at, zone)} (${zone})`}>
      <i data-fresh={oldest.isPushed && ago === undefined} aria-hidden />
      {oldest.isPushed ? live : ofFile}
    </span>
  );
}

const [patience, long] = [300, 2000];

/** How a run is getting on: nothing for a moment, then how far it is, then for how long; it can be cancelled. */
function Going({ going, total, onCancel }: { going: GoingOf; total: number; onCancel: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [elapsed, setElapsed] = useState(() => performance.now() - going.startedAt);
  useEffect(() => {
    const timer = setInterval(() => setElapsed(performance.now() - going.startedAt), 100);
    return () => clearInterval(timer);
  }, [going.startedAt]);
  if (elapsed < patience) return null;
  const number = (value: number) => formatNumber(value, language);
  const text =
    going.position > 0
      ? t('explore.queued', { count: going.position })
      : t('dashboard.view.going', { done: number(total - going.pending.size), of: number(total) });
  return (
    <span className={style['going']} role="status">
      <span className="numbers">{text}</span>
      {elapsed > long && (
        <span className="numbers">{t('explore.elapsed', { seconds: number(Math.floor(elapsed / 1000)) })}</span>
      )}
      <Button size="small" type="text" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
    </span>
  );
}

/** The state of what is shown: how old it is, or how the next answer is getting on. */
export function Freshness({ run, total }: { run: Run; total: number }) {
  const going = useGoing(run);
  return (
    <div className={style['freshness']}>
      {going && <Going key={going.startedAt} going={going} total={total} onCancel={run.cancel} />}
      <Age run={run} />
    </div>
  );
}
