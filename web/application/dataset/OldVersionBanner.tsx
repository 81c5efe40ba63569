import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import type { Dataset } from '#contract/datasets/routes.ts';
import { versionsQuery } from '#web/http/datasets.ts';
import { useMayEdit } from '#web/http/applications.ts';
import { formatMoment } from '#display/format/date.ts';
import { useZone } from '#web/shell/preferences.ts';
import { useRestoreVersion } from './restore-version.ts';
import style from './RowsTab.module.css';

type OldVersionBannerProps = { dataset: Dataset; version: number | undefined; onCurrent: () => void };

/** Banner over the rows of an earlier version, with restore and a link to the current one. */
export function OldVersionBanner({ dataset, version, onCurrent }: OldVersionBannerProps) {
  const { t } = useTranslation();
  const zone = useZone();
  const isEditor = useMayEdit(dataset.applicationId);
  const restore = useRestoreVersion(dataset);
  const isPast = version !== undefined && version !== dataset.version;
  const { data: versions } = useQuery({ ...versionsQuery(dataset.id), enabled: isPast, throwOnError: false });
  if (!isPast) return null;
  const listedVersion = versions?.find((each) => each.number === version);
  return (
    <div className={style['banner']} role="status">
      <span>{t('dataset.asOf', { version, at: formatMoment(listedVersion?.createdAt, zone) })}</span>
      <span>
        {isEditor && listedVersion && (
          <Button size="small" onClick={() => restore(listedVersion)}>
            {t('versions.restore')}
          </Button>
        )}
        <Button size="small" onClick={onCurrent}>
          {t('dataset.now')}
        </Button>
      </span>
    </div>
  );
}
