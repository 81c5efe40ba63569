import { DownloadOutlined } from '@ant-design/icons';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { call } from '#web/http/client.ts';
import { download } from '#web/http/download.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { observeNear } from '#web/ui/observe-near.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import style from './Audit.module.css';
import { AuditFilter } from './AuditFilter.tsx';
import { AuditTable } from './AuditTable.tsx';
import { useAuditFilter } from './audit-filter.ts';
import { RetentionSelect } from './RetentionSelect.tsx';

/** The audit log. */
export function AuditPage() {
  const { t } = useTranslation();
  const { chosen, choose, filter } = useAuditFilter();
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam, signal }) =>
      call('GET /audit', { ...filter, ...(pageParam && { before: pageParam }) }, signal),
    initialPageParam: '',
    getNextPageParam: ({ entries, hasMore }) => (hasMore ? entries.at(-1)?.id : undefined),
  });
  const { mutate: save, isPending } = useMutation({
    mutationFn: () => download('GET /audit/file', filter),
    onError: toastProblem,
  });
  return (
    <>
      <PageHeading
        title={t('account.audit.title')}
        lead={t('account.audit.lead')}
        actions={
          <>
            <RetentionSelect />
            <Button icon={<DownloadOutlined aria-hidden />} loading={isPending} onClick={() => save()}>
              {t('audit.export')}
            </Button>
          </>
        }
      />
      <Panel>
        <AuditFilter chosen={chosen} choose={choose} />
        <AuditTable entries={data?.pages.flatMap(({ entries }) => entries)} />
        {hasNextPage && <LoadMore isLoading={isFetchingNextPage} onLoad={() => void fetchNextPage()} />}
      </Panel>
    </>
  );
}

/** A button that loads the next page, also when it scrolls into view. */
function LoadMore({ isLoading, onLoad }: { isLoading: boolean; onLoad: () => void }) {
  const { t } = useTranslation();
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isLoading) return undefined;
    return observeNear(end.current!, '200px', onLoad);
  });
  return (
    <div ref={end} className={style['end']}>
      <Button type="text" loading={isLoading} onClick={onLoad}>
        {t('bell.more')}
      </Button>
    </div>
  );
}
