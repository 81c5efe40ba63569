import { BellOutlined, SettingOutlined } from '@ant-design/icons';
import { useInfiniteQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { call } from '#web/http/client.ts';
import { useMarkRead } from './mark-read.ts';
import { NoticeItem } from './NoticeItem.tsx';
import style from './Notices.module.css';

/** Notifications grouped by cause, newest first. */
export function Notices({ onLeave }: { onLeave: () => void }) {
  const { t } = useTranslation();
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['notifications', 'list'],
    queryFn: ({ pageParam, signal }) => call('GET /notifications', pageParam ? { before: pageParam } : {}, signal),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    throwOnError: false,
  });
  const markRead = useMarkRead();
  const groups = data?.pages.flatMap((page) => page.groups) ?? [];
  return (
    <section className={style['notices']} aria-label={t('bell.title')} data-testid="notices">
      <header>
        <h2>{t('bell.title')}</h2>
        {groups.some(({ unread }) => unread > 0) && (
          <Button type="link" size="small" onClick={() => markRead(null)}>
            {t('bell.readAll')}
          </Button>
        )}
      </header>
      {data && groups.length === 0 && <NoNotices />}
      {groups.length > 0 && (
        <ul>
          {groups.map((group) => (
            <NoticeItem
              key={group.cause}
              group={group}
              onRead={() => markRead(group.cause)}
              onOpen={() => {
                if (group.unread > 0) markRead(group.cause);
                onLeave();
              }}
            />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button type="text" size="small" block loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('bell.more')}
        </Button>
      )}
      <footer>
        <Link to="/dashboard/alerts" onClick={onLeave}>
          {t('alerts.title')}
        </Link>
        <Link to="/account/notifications" onClick={onLeave}>
          <SettingOutlined aria-hidden /> {t('bell.settings')}
        </Link>
      </footer>
    </section>
  );
}

function NoNotices() {
  const { t } = useTranslation();
  return (
    <div className={style['none']}>
      <BellOutlined aria-hidden />
      <strong>{t('bell.none')}</strong>
      <p>{t('bell.text')}</p>
    </div>
  );
}
