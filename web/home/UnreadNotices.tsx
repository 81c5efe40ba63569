import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import { call } from '#web/http/client.ts';
import { useMarkRead } from '#web/layouts/mark-read.ts';
import { NoticeItem } from '#web/layouts/NoticeItem.tsx';
import style from './HomeArea.module.css';

const maxGroups = 3;

/** Unread notifications. */
export function UnreadNotices() {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['notifications', 'first'],
    queryFn: ({ signal }) => call('GET /notifications', {}, signal),
    throwOnError: false,
  });
  const markRead = useMarkRead();
  const unread = data?.groups.filter((group) => group.unread > 0) ?? [];
  if (unread.length === 0) return null;
  return (
    <section className={style['main']}>
      <header className={style['head']}>
        <h2>{t('home.unread')}</h2>
        <Button type="link" size="small" onClick={() => markRead(null)}>
          {t('bell.readAll')}
        </Button>
      </header>
      <ul className={style['unread']}>
        {unread.slice(0, maxGroups).map((group) => (
          <NoticeItem
            key={group.cause}
            group={group}
            onRead={() => markRead(group.cause)}
            onOpen={() => markRead(group.cause)}
          />
        ))}
      </ul>
    </section>
  );
}
