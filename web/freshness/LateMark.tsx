import { ClockCircleOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { formatMoment, newestText } from '#display/format/date.ts';
import { useZone } from '#web/shell/preferences.ts';
import { clockOf } from '#web/ui/ago.ts';
import style from './Freshness.module.css';

type LateMarkProps = {
  /** The moment by which newer data was expected. */
  since: string;
  newest: string | null;
  loadedAt: string | null;
};

/** A quiet mark of late data: one word where there is little space, the details as tooltip. */
export function LateMark({ since, newest, loadedAt }: LateMarkProps) {
  const { t } = useTranslation();
  const zone = useZone();
  const [now] = useState(() => Date.now());
  const kind = newest !== null ? 'byRow' : loadedAt !== null ? 'byLoad' : 'empty';
  const texts = {
    expected: clockOf(since, now, zone),
    newest: newest !== null && newestText(newest, zone),
    loaded: formatMoment(loadedAt, zone),
  };
  const full = t(`freshness.late.${kind}`, texts);
  return (
    <span className={style['late']} role="note" aria-label={full} title={t('freshness.late.tip', { full, zone })}>
      <ClockCircleOutlined aria-hidden />
      <span className={style['full']}>{full}</span>
      <span className={style['brief']}>{t('freshness.late.word')}</span>
    </span>
  );
}
