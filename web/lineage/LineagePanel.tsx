import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import type { Lineage } from '#contract/lineage/routes.ts';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { lineageQuery, type LineageSubject } from './lineage-query.ts';
import { LineagePicture } from './LineagePicture.tsx';
import style from './LineagePicture.module.css';

/** The lineage of one object, with the number of uses that the reader may not see. */
export function LineagePanel({ subject }: { subject: LineageSubject }) {
  const { t } = useTranslation();
  const { data: lineage } = useQuery(lineageQuery(subject));
  return <Panel title={t('lineage.title')}>{lineage ? <LineageView lineage={lineage} /> : <PageSpinner />}</Panel>;
}

export function LineageView({ lineage }: { lineage: Lineage }) {
  const { t } = useTranslation();
  return (
    <>
      <LineagePicture lineage={lineage} />
      {lineage.hidden > 0 && <p className={style['hidden']}>{t('lineage.hidden', { count: lineage.hidden })}</p>}
    </>
  );
}
