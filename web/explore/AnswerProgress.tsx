import Button from 'antd/es/button';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { formatNumber } from '#display/format/number.ts';
import type { RunProgress } from '#web/http/run-query.ts';
import { useLanguage } from '#web/ui/language.ts';
import { Progress } from '#web/ui/Progress.tsx';
import style from './AnswerProgress.module.css';

/** Elapsed milliseconds, updated ten times a second. */
function useElapsed(): number {
  const [start] = useState(() => performance.now());
  const [now, setNow] = useState(start);
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 100);
    return () => clearInterval(timer);
  }, []);
  return now - start;
}

const [showAfterMs, showElapsedAfterMs] = [300, 2_000];

type AnswerProgressProps = { progress: RunProgress | undefined; onCancel: () => void };

/** Progress of a running query: shown after a delay, later with the elapsed time; can be cancelled. */
export function AnswerProgress({ progress, onCancel }: AnswerProgressProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const elapsed = useElapsed();
  if (elapsed < showAfterMs) return null;
  const isQueued = progress?.kind === 'waiting' && progress.position > 0;
  const text = isQueued ? t('explore.queued', { count: progress.position }) : t('explore.asking');
  return (
    <div className={style['waiting']} role="status">
      <Progress percent={undefined} label={text} />
      <div>
        <span>{text}</span>
        {elapsed > showElapsedAfterMs && (
          <span className="numbers">
            {t('explore.elapsed', { seconds: formatNumber(Math.floor(elapsed / 1000), language) })}
          </span>
        )}
        <Button size="small" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </div>
  );
}
