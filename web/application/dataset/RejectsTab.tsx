import { DownloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Checkbox from 'antd/es/checkbox';
import Pagination from 'antd/es/pagination';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import type { Dataset, Reject } from '#contract/datasets/routes.ts';
import { rejectsQuery } from '#web/http/datasets.ts';
import { download } from '#web/http/download.ts';
import { useMayEdit } from '#web/http/applications.ts';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { formatNumber } from '#display/format/number.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { InflowPicture } from '#web/ui/pictures.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import { type CellEdits, correctedRows, mergeRejects } from './corrections.ts';
import { RecipePanel } from './RecipePanel.tsx';
import { useRejects } from './rejects.ts';
import { RejectTable } from './RejectTable.tsx';
import style from './RejectsTab.module.css';

const pageSize = 20;

type RejectPage = { total: number; rejects: Reject[] };

/** Rejected rows with their reasons, to correct and load, and the remembered corrections. */
export function RejectsTab({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const page = Math.max(Number(query.get('page')) || 1, 1);
  const { data } = useQuery(rejectsQuery(dataset.id, (page - 1) * pageSize, pageSize));
  if (!data) return <PageSpinner />;
  return (
    <>
      {data.total === 0 ? (
        <EmptyState picture={<InflowPicture />} title={t('rejects.none')} text={t('rejects.noneText')} />
      ) : (
        <Rejects dataset={dataset} rejectPage={data} page={page} onPage={(next) => setQuery({ page: String(next) })} />
      )}
      <RecipePanel dataset={dataset} />
    </>
  );
}

type RejectsProps = { dataset: Dataset; rejectPage: RejectPage; page: number; onPage: (page: number) => void };

function Rejects({ dataset, rejectPage, page, onPage }: RejectsProps) {
  const { t } = useTranslation();
  const isEditor = useMayEdit(dataset.applicationId);
  const language = useLanguage();
  const [corrections, setCorrections] = useState<CellEdits>({});
  const [failedAgain, setFailedAgain] = useState<Reject[]>([]);
  const [choices, setChoices] = useState({ alike: false, remember: true });
  const rejects = mergeRejects(rejectPage.rejects, failedAgain);
  const ready = correctedRows(rejects, corrections);
  const { load, isLoading, discard } = useRejects(dataset, rejectPage.total, (left) => {
    setCorrections({});
    setFailedAgain((before) => [...before, ...left]);
  });
  const choose = (choice: Partial<typeof choices>) => setChoices({ ...choices, ...choice });
  return (
    <Panel
      title={t('rejects.title', { total: formatNumber(rejectPage.total, language) })}
      extra={
        <span className={style['actions']}>
          <Button
            icon={<DownloadOutlined aria-hidden />}
            onClick={() => void download('GET /datasets/:id/rejects/file', { id: dataset.id }).catch(toastProblem)}
          >
            {t('rejects.download')}
          </Button>
          {isEditor && (
            <>
              <Button danger onClick={discard}>
                {t('rejects.discard')}
              </Button>
              <Button
                type="primary"
                disabled={ready.length === 0}
                loading={isLoading}
                onClick={() => load({ rows: ready, ...choices })}
              >
                {t('rejects.load')}
              </Button>
            </>
          )}
        </span>
      }
    >
      <p className={style['lead']}>{t(isEditor ? 'rejects.lead' : 'rejects.leadViewer')}</p>
      {isEditor && (
        <div className={style['choices']}>
          {rejectPage.total > 1 && (
            <Checkbox checked={choices.alike} onChange={({ target }) => choose({ alike: target.checked })}>
              {t('rejects.alike')}
            </Checkbox>
          )}
          <Checkbox checked={choices.remember} onChange={({ target }) => choose({ remember: target.checked })}>
            {t('rejects.remember')}
          </Checkbox>
        </div>
      )}
      <RejectTable
        dataset={dataset}
        rejects={rejects}
        corrections={corrections}
        isEditor={isEditor}
        onCorrect={(id, column, value) => setCorrections((all) => ({ ...all, [id]: { ...all[id], [column]: value } }))}
      />
      {rejectPage.total > pageSize && (
        <Pagination
          size="small"
          align="end"
          style={{ marginTop: 12 }}
          current={page}
          pageSize={pageSize}
          total={rejectPage.total}
          showSizeChanger={false}
          onChange={onPage}
        />
      )}
    </Panel>
  );
}
