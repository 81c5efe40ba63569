import { CaretRightFilled, HistoryOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { formatNumber } from '#display/format/number.ts';
import { useLanguage } from '#web/ui/language.ts';
import type { SqlAnswer } from './use-sql-answer.ts';
import style from './SqlTab.module.css';

type RunBarProps = { answer: SqlAnswer; canRun: boolean; onRun: () => void; onHistory: () => void };

const runKeys = /Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘↵' : 'Ctrl+↵';

/** Runs the query, shows its progress, and cancels it. */
export function RunBar({ answer, canRun, onRun, onHistory }: RunBarProps) {
  const { t } = useTranslation();
  return (
    <div className={style['bar']}>
      {answer.isAsking ? (
        <Button onClick={answer.cancel}>{t('common.cancel')}</Button>
      ) : (
        <Button type="primary" icon={<CaretRightFilled aria-hidden />} disabled={!canRun} onClick={onRun}>
          {t('sql.run')}
          <kbd>{runKeys}</kbd>
        </Button>
      )}
      {answer.isAsking && <QueryProgress answer={answer} />}
      {answer.isStopped && <span className={style['course']}>{t('sql.stopped')}</span>}
      <Button className={style['end'] ?? ''} icon={<HistoryOutlined aria-hidden />} onClick={onHistory}>
        {t('sql.history')}
      </Button>
    </div>
  );
}

const [showAfterMs, showElapsedAfterMs] = [300, 2000];

/** Progress: nothing at first, then the state or queue position, later the elapsed time. */
function QueryProgress({ answer: { progress } }: { answer: SqlAnswer }) {
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
