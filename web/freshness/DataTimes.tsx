import { useTranslation } from 'react-i18next';

import { newestText } from '#display/format/date.ts';
import { useZone } from '#web/shell/preferences.ts';
import { Moment } from '#web/ui/Moment.tsx';
import style from './Freshness.module.css';

type DataTimesProps = {
  loadedAt: string | null;
  newest: string | null;
  /** Whether the load time needs a label, because no heading names it. */
  isLabeled?: boolean;
};

/** When rows were last loaded and, below it, the latest row; without a time column only the load. */
export function DataTimes({ loadedAt, newest, isLabeled = false }: DataTimesProps) {
  const { t } = useTranslation();
  return (
    <span className={style['times']} data-labeled={isLabeled}>
      <span>
        {isLabeled && loadedAt !== null && `${t('freshness.loaded')} `}
        <Moment at={loadedAt ?? ''} />
      </span>
      {newest !== null && (
        <small>
          <LatestRow newest={newest} />
        </small>
      )}
    </span>
  );
}

/** The time of the latest row, such as "Latest row 2026-11-17 18:20". */
export function LatestRow({ newest }: { newest: string }) {
  const { t } = useTranslation();
  const zone = useZone();
  return (
    <span className="numbers" title={zone}>
      {t('freshness.latestRow', { at: newestText(newest, zone) })}
    </span>
  );
}
