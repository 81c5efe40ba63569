import { CaretRightFilled } from '@ant-design/icons';
import Button from 'antd/es/button';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { formatNumber } from '#display/format/number.ts';
import type { RunProgress } from '#web/http/run-query.ts';
import { useLanguage } from '#web/ui/language.ts';
import style from './SqlEditor.module.css';

/** State of the running query, or of the last one. */
export type SqlRun = { isRunning: boolean; isStopped: boolean; progress: RunProgress | undefined; cancel: () => void };

type RunBarProps = { answer: SqlRun; canRun: boolean; onRun: () => void; children?: ReactNode };

const runKeys = /Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘↵' : 'Ctrl+↵';

/** Runs the query, shows its progress, and cancels it. */
export function RunBar({ answer, canRun, onRun, children }: RunBarProps) {
  const { t } = useTranslation();
  return (
    <div className={style['bar']}>
      {answer.isRunning ? (
        <Button onClick={answer.cancel}>{t('common.cancel')}</Button>
      ) : (
        <Button type="primary" icon={<CaretRightFilled aria-hidden />} disabled={!canRun} onClick={onRun}>
          {t('sql.run')}
          <kbd>{runKeys}</kbd>
        </Button>
      )}
      {answer.isRunning && <QueryProgress answer={answer} />}
      {answer.isStopped && <span className={style['course']}>{t('sql.stopped')}</span>}
      {children && <div className={style['end']}>{children}</div>}
    </div>
  );
}

const [showAfterMs, showElapsedAfterMs] = [300, 2000];

/** Progress: nothing at first, then the state or queue position, later the elapsed time. */
function QueryProgress({ answer: { progress } }: { answer: SqlRun }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [start] = useState(() => performance.now());
  const [elapsed, setElapsed] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setElapsed(performance.now() - start), 100);
    return () => clearInterval(timer);
  }, [start]);
  if (elapsed < showAfterMs) return null;
  const isQueued = progress?.kind === 'waiting' && progress.position > 0;
  return (
    <span role="status" className={`numbers ${style['course']}`}>
      {isQueued ? t('sql.waiting', { position: progress.position }) : t('sql.running')}
      {elapsed > showElapsedAfterMs && (
        <span>{t('sql.elapsed', { seconds: formatNumber(Math.floor(elapsed / 1000), language) })}</span>
      )}
    </span>
  );
}
