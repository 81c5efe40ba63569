import {
  AlertOutlined,
  ApiOutlined,
  CheckOutlined,
  ImportOutlined,
  ShareAltOutlined,
  TableOutlined,
} from '@ant-design/icons';
import Button from 'antd/es/button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { catalogue, messageOf } from '#contract/error-catalogue.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { pathOfNotice, topicOf } from '#contract/notifications/notice.ts';
import type { Failure, NoticeGroup, Topic } from '#contract/notifications/routes.ts';
import { moreWords, noticeWords } from '#display/words/notice.ts';
import { useLook } from '#web/shell/preferences.ts';
import { Moment } from '#web/ui/Moment.tsx';

const icons: Record<Topic, ReactNode> = {
  alerts: <AlertOutlined aria-hidden />,
  imports: <ImportOutlined aria-hidden />,
  datasets: <TableOutlined aria-hidden />,
  access: <ShareAltOutlined aria-hidden />,
  channels: <ApiOutlined aria-hidden />,
};

type NoticeItemProps = { group: NoticeGroup; onRead: () => void; onOpen: () => void };

/** The newest notice of a group, with the number of earlier ones. */
export function NoticeItem({ group, onRead, onOpen }: NoticeItemProps) {
  const { t } = useTranslation();
  const look = useLook();
  const { language } = look;
  const explain = ({ code, params }: Failure) =>
    code in catalogue ? messageOf(code as ErrorCode, params, language) : '';
  const { title, text } = noticeWords(group.notice, look, explain);
  return (
    <li data-unread={group.unread > 0} data-kind={group.notice.kind}>
      {icons[topicOf(group.notice)]}
      <Link to={pathOfNotice(group.notice)} onClick={onOpen}>
        <strong dir="auto">{title}</strong>
        {text && <span dir="auto">{text}</span>}
        <small>
          <Moment at={group.at} />
          {group.count > 1 && <span>{moreWords(group.count - 1, language)}</span>}
        </small>
      </Link>
      {group.unread > 0 && (
        <Button
          type="text"
          size="small"
          aria-label={t('bell.read', { title })}
          title={t('bell.readOne')}
          icon={<CheckOutlined />}
          onClick={onRead}
        />
      )}
    </li>
  );
}
