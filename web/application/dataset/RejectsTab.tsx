import { DownloadOutlined } from '@ant-design/icons';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Checkbox from 'antd/es/checkbox';
import Pagination from 'antd/es/pagination';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import type { Dataset, Reject } from '#contract/datasets.ts';
import { call } from '#web/http/client.ts';
import { rejectsQuery } from '#web/http/datasets.ts';
import { download } from '#web/http/download.ts';
import { useIsEditor } from '#web/http/me.ts';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { formatNumber } from '#web/shell/number.ts';
import { browserZone } from '#web/shell/zone.ts';
import { askFirst } from '#web/ui/confirm.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { InflowPicture } from '#web/ui/pictures.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';
import { type Corrections, correctedRows } from './corrections.ts';
import { RejectTable } from './RejectTable.tsx';
import style from './RejectsTab.module.css';

const size = 20;

/** Rows that did not fit: why, and the way to put them right. */
export function RejectsTab({ dataset }: { dataset: Dataset }) {
  const { t } = useTranslation();
  const isEditor = useIsEditor();
  const language = useLanguage();
  const [query, setQuery] = useSearchParams();
  const page = Math.max(Number(query.get('page')) || 1, 1);
  const { data } = useQuery(rejectsQuery(dataset.id, (page - 1) * size, size));
  const [corrections, setCorrections] = useState<Corrections>({});
  const [isAlike, setAlike] = useState(false);
  const { load, isLoading, discard } = useRejects(dataset, () => setCorrections({}));
  if (!data) return <PageSpinner />;
  if (data.total === 0)
    return <EmptyState picture={<InflowPicture />} title={t('rejects.none')} text={t('rejects.noneText')} />;
  const ready = correctedRows(data.rejects, corrections);
  return (
    <Panel
      title={t('rejects.title', { total: formatNumber(data.total, language) })}
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
                onClick={() => load({ rows: ready, alike: isAlike })}
              >
                {t('rejects.load')}
              </Button>
            </>
          )}
        </span>
      }
    >
      <p className={style['lead']}>{t(isEditor ? 'rejects.lead' : 'rejects.leadViewer')}</p>
      {isEditor && data.total > 1 && (
        <Checkbox checked={isAlike} onChange={({ target }) => setAlike(target.checked)} style={{ marginBottom: 12 }}>
          {t('rejects.alike')}
        </Checkbox>
      )}
      <RejectTable
        dataset={dataset}
        rejects={data.rejects}
        corrections={corrections}
        isEditor={isEditor}
        onCorrect={(id, column, value) => setCorrections((all) => ({ ...all, [id]: { ...all[id], [column]: value } }))}
      />
      {data.total > size && (
        <Pagination
          size="small"
          align="end"
          style={{ marginTop: 12 }}
          current={page}
          pageSize={size}
          total={data.total}
          showSizeChanger={false}
          onChange={(next) => setQuery({ page: String(next) })}
        />
      )}
    </Panel>
  );
}

type Corrected = ReturnType<typeof correctedRows>;

function useRejects({ id, applicationId }: Dataset, onLoaded: () => void) {
  const { t } = useTranslation();
  const language = useLanguage();
  const queries = useQueryClient();
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: ['dataset', id] });
    void queries.invalidateQueries({ queryKey: ['application', applicationId] });
  };
  const { mutate: load, isPending: isLoading } = useMutation({
    mutationFn: (corrected: { rows: Corrected; alike: boolean }) =>
      call('POST /datasets/:id/rejects/load', { id, ...corrected, zone: browserZone }),
    onSuccess: ({ loaded, rejects }: { loaded: number; rejects: Reject[] }) => {
      onLoaded();
      refresh();
      const figures = { loaded: formatNumber(loaded, language), left: formatNumber(rejects.length, language) };
      if (rejects.length > 0) void toast('warning', t('rejects.loadedBut', figures));
      else void toast('success', t('rejects.loaded', figures));
    },
    onError: toastProblem,
  });
  const { mutate: discard } = useMutation({
    mutationFn: () => call('DELETE /datasets/:id/rejects', { id }),
    onSuccess: refresh,
    onError: toastProblem,
  });
  const askAndDiscard = () =>
    void askFirst({ title: t('rejects.discard'), text: t('rejects.discardText'), onYes: () => discard() });
  return { load, isLoading, discard: askAndDiscard };
}
