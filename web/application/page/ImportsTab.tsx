import { useMutation, useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import type { Application } from '#contract/applications/routes.ts';
import type { Import } from '#contract/imports/routes.ts';
import { call } from '#web/http/client.ts';
import { importsQuery } from '#web/http/imports.ts';
import { formatNumber } from '#display/format/number.ts';
import { Badge, type Tone } from '#web/ui/Badge.tsx';
import { clip } from '#web/ui/Clip.tsx';
import { DataTable } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { showMoment } from '#web/ui/Moment.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { InflowPicture } from '#web/ui/pictures.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import { Progress } from '#web/ui/Progress.tsx';
import { FilePicker } from '../upload/FilePicker.tsx';

const tones: Record<Import['state'], Tone> = {
  waiting: 'quiet',
  loading: 'brand',
  unconfirmed: 'warn',
  done: 'good',
  failed: 'bad',
  cancelled: 'quiet',
};

/** Finished and running imports of the application. */
export function ImportsTab({ application: { id, right } }: { application: Application }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isEditor = right === 'edit';
  const cancel = useCancelImport();
  const { data: imports } = useQuery(importsQuery(id));
  if (imports?.length === 0)
    return (
      <EmptyState picture={<InflowPicture />} title={t('imports.none.title')} text={t('imports.none.text')}>
        {isEditor && <FilePicker into={id} primary />}
      </EmptyState>
    );
  const number = {
    align: 'end' as const,
    className: 'numbers',
    render: (rows: number) => formatNumber(rows, language),
  };
  const columns = [
    { title: t('imports.file'), dataIndex: 'file', render: clip },
    {
      title: t('imports.dataset'),
      key: 'dataset',
      render: (each: Import) =>
        each.datasetId ? (
          <Link to={`/application/${id}/datasets/${each.datasetId}`}>{each.dataset}</Link>
        ) : (
          each.dataset
        ),
    },
    { title: t('imports.mode'), dataIndex: 'mode', render: (mode: Import['mode']) => t(`imports.modes.${mode}`) },
    { title: t('imports.when'), dataIndex: 'createdAt', render: showMoment },
    { title: t('imports.by'), dataIndex: 'by', render: (by: string | null) => clip(by ?? '-') },
    { title: t('application.rows'), dataIndex: 'rows', ...number },
    { title: t('imports.rejected'), dataIndex: 'rejected', ...number },
    { title: t('imports.corrected'), dataIndex: 'corrected', ...number },
    { title: t('imports.state'), key: 'state', render: (each: Import) => <ImportState each={each} /> },
    {
      key: 'cancel',
      render: (each: Import) =>
        isEditor &&
        (each.state === 'unconfirmed' ? (
          <LinkButton to={`/application/upload?import=${each.id}`}>{t('imports.decide')}</LinkButton>
        ) : (
          ['waiting', 'loading'].includes(each.state) && (
            <Button size="small" onClick={() => cancel(each.id)}>
              {t('common.cancel')}
            </Button>
          )
        )),
    },
  ];
  return (
    <Panel>
      <DataTable rows={imports} columns={columns} empty="" />
    </Panel>
  );
}

function ImportState({ each: { state, percent, failure } }: { each: Import }) {
  const { t } = useTranslation();
  return (
    <div style={{ minWidth: 140, maxWidth: 360, whiteSpace: 'normal' }}>
      <Badge tone={tones[state]}>
        {t(`imports.states.${state}`)}
        {state === 'loading' && <span className="numbers">{` ${Math.round(percent)}%`}</span>}
      </Badge>
      {state === 'loading' && <Progress percent={percent} label={t('imports.states.loading')} />}
      {failure && <div>{failure.message}</div>}
    </div>
  );
}

function useCancelImport() {
  const { mutate } = useMutation({
    mutationFn: (id: string) => call('DELETE /imports/:id', { id }),
    onError: toastProblem,
  });
  return mutate;
}
