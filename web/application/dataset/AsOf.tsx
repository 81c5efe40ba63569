import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import type { Dataset } from '#contract/datasets.ts';
import { versionsQuery } from '#web/http/datasets.ts';
import { useMayEdit } from '#web/http/applications.ts';
import { formatMoment } from '#display/format/date.ts';
import { useZone } from '#web/shell/preferences.ts';
import { useRestore } from './restore.ts';
import style from './RowsTab.module.css';

type Props = { dataset: Dataset; version: number | undefined; onNow: () => void };

/** Says that these are the rows of an earlier day, and leads back. */
export function AsOf({ dataset, version, onNow }: Props) {
  const { t } = useTranslation();
  const zone = useZone();
  const isEditor = useMayEdit(dataset.applicationId);
  const restore = useRestore(dataset);
  const isPast = version !== undefined && version !== dataset.version;
  const { data: versions } = useQuery({ ...versionsQuery(dataset.id), enabled: isPast, throwOnError: false });
  if (!isPast) return null;
  const found = versions?.find((each) => each.number === version);
  return (
    <div className={style['banner']} role="status">
      <span>{t('dataset.asOf', { version, at: formatMoment(found?.createdAt, zone) })}</span>
      <span>
        {isEditor && found && (
          <Button size="small" onClick={() => restore(found)}>
            {t('versions.restore')}
          </Button>
        )}
        <Button size="small" onClick={onNow}>
          {t('dataset.now')}
        </Button>
      </span>
    </div>
  );
}
