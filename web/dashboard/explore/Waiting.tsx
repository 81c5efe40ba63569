import Button from 'antd/es/button';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { formatNumber } from '#display/format/number.ts';
import type { AskProgress } from '#web/http/ask.ts';
import { useLanguage } from '#web/ui/language.ts';
import { Progress } from '#web/ui/Progress.tsx';
import style from './Waiting.module.css';

/** How long something has been going on, in milliseconds, told ten times a second. */
function useElapsed(): number {
  const [start] = useState(() => performance.now());
  const [now, setNow] = useState(start);
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 100);
    return () => clearInterval(timer);
  }, []);
  return now - start;
}

const [patience, long] = [300, 2_000];

type Props = { progress: AskProgress | undefined; onCancel: () => void };

/** An answer under way: nothing for a moment, then that it is, then for how long; it can be cancelled. */
export function Waiting({ progress, onCancel }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const elapsed = useElapsed();
  if (elapsed < patience) return null;
  const isQueued = progress?.kind === 'waiting' && progress.position > 0;
  const text = isQueued ? t('explore.queued', { count: progress.position }) : t('explore.asking');
  return (
    <div className={style['waiting']} role="status">
      <Progress percent={undefined} label={text} />
      <div>
        <span>{text}</span>
        {elapsed > long && (
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
