import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';

import { isNotFound } from '#contract/errors.ts';
import { textOf } from '#display/words/subject.ts';
import { useLive } from '#web/http/live.ts';
import { throwUnlessNotFound } from '#web/http/not-found.ts';
import { NotFound } from '#web/layouts/NotFound.tsx';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { addressOfNode } from './lineage-links.ts';
import { lineageQuery, type LineageSubject } from './lineage-query.ts';
import { LineageView } from './LineagePanel.tsx';

const kinds: Record<string, LineageSubject['kind']> = {
  dataset: 'dataset',
  dashboard: 'dashboard',
  alert: 'alert',
  metric: 'metric',
};

/** The lineage of one object, `/dashboard/lineage/dataset/…`. */
export function LineagePage() {
  const { kind = '', id = '', metric = '' } = useParams();
  const subjectKind = kinds[kind];
  if (!subjectKind || (subjectKind === 'metric') !== (metric !== '')) return <NotFound />;
  return <SubjectLineage key={`${kind} ${id} ${metric}`} subject={{ kind: subjectKind, id, metric }} />;
}

function SubjectLineage({ subject }: { subject: LineageSubject }) {
  const { t } = useTranslation();
  const language = useLanguage();
  useLive();
  const { data: lineage, error } = useQuery({ ...lineageQuery(subject), throwOnError: throwUnlessNotFound });
  if (isNotFound(error)) return <NotFound />;
  if (!lineage) return <PageSpinner />;
  const focus = lineage.nodes.find(({ key }) => key === lineage.focus)!;
  const name = textOf(focus.title, language) || t(`lineage.untitled.${focus.kind}`);
  return (
    <>
      <Breadcrumbs label={t('common.crumbs')} links={[{ to: addressOfNode(focus), text: name }]} />
      <PageHeading title={t('lineage.of', { name })} lead={t('lineage.lead')} />
      <Panel>
        <LineageView lineage={lineage} />
      </Panel>
    </>
  );
}
