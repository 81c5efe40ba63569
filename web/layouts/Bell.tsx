import { BellOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Popover from 'antd/es/popover';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useLive } from '#web/http/live.ts';
import { unreadQuery } from '#web/http/notifications.ts';
import style from './Bell.module.css';

const Notices = lazy(() => import('./Notices.tsx').then((module) => ({ default: module.Notices })));

/** The live count of unread notifications; a click opens the list. */
export function Bell() {
  const { t } = useTranslation();
  useLive();
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery({ ...unreadQuery, throwOnError: false });
  const unread = data?.unread ?? 0;
  const label = unread > 0 ? t('bell.unread', { number: unread }) : t('bell.title');
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      classNames={{ root: style['pop'] ?? '' }}
      open={isOpen}
      onOpenChange={setOpen}
      content={
        <Suspense fallback={<div className={style['wait']} />}>
          <Notices onLeave={() => setOpen(false)} />
        </Suspense>
      }
    >
      <Button type="text" aria-label={label} className={style['bell'] ?? ''} icon={<BellOutlined />} data-testid="bell">
        {unread > 0 && <span className={style['count']}>{unread > 99 ? '99+' : unread}</span>}
      </Button>
    </Popover>
  );
}
