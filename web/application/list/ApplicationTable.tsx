import { MoreOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import type { Application } from '#contract/applications/routes.ts';
import { AccessDialog } from '#web/access/lazy-access-dialog.ts';
import { SharingMark } from '#web/access/SharingMark.tsx';
import { dragProps } from '#web/folders/drag.ts';
import { FolderPath } from '#web/folders/FolderPath.tsx';
import { MoveDialog } from '#web/folders/lazy-dialogs.ts';
import { useIsEditor } from '#web/http/me.ts';
import { DataTimes } from '#web/freshness/DataTimes.tsx';
import { formatBytes, formatShort } from '#display/format/number.ts';
import { useLanguage } from '#web/ui/language.ts';
import { aboutRows } from '../estimates.ts';
import { Menu } from '#web/ui/Menu.tsx';
import { Sparkline } from '#web/ui/Sparkline.tsx';
import { useLongList } from '#web/ui/use-long-list.ts';
import style from './ApplicationTable.module.css';
import { ApplicationKindLabel } from './ApplicationKindLabel.tsx';
import { Health } from './Health.tsx';

/** A new `listKey` restarts rendering in steps; `hasPaths` shows the folder paths, in lists across folders. */
type ApplicationTableProps = { applications: Application[]; listKey: string; hasPaths?: boolean };

/** Applications with their numbers: a table on wide screens, cards on narrow ones. */
export function ApplicationTable({ applications, listKey, hasPaths = false }: ApplicationTableProps) {
  const { t } = useTranslation();
  const { rendered, endRef } = useLongList(applications, listKey);
  const isEditor = useIsEditor();
  const heads = ['name', 'kind', 'rows', 'size', 'last', 'rate', 'health'] as const;
  return (
    <div className={style['container']}>
      <table className={style['table']}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" data-head={head}>
                {t(`application.${head}`)}
              </th>
            ))}
            {isEditor && (
              <th scope="col" data-head="actions">
                <span className={style['unseen']}>{t('application.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rendered.map((application) => (
            <ApplicationRow key={application.id} application={application} hasPath={hasPaths} isEditor={isEditor} />
          ))}
        </tbody>
      </table>
      <div ref={endRef} />
    </div>
  );
}

type ApplicationRowProps = { application: Application; hasPath: boolean; isEditor: boolean };

function ApplicationRow({ application, hasPath, isEditor }: ApplicationRowProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { id, name, kind, rows, bytes, lastDataAt, newest, rate, sharing, right, folder } = application;
  const isConnected = kind === 'connection';
  const mayMove = isEditor && right === 'edit';
  const drag = dragProps(mayMove ? { kind: 'application', name, moved: { applications: [id] }, from: folder } : null);
  return (
    <tr {...drag}>
      <th scope="row">
        <Link to={`/application/${id}`} dir="auto">
          {name}
        </Link>{' '}
        <SharingMark sharing={sharing} /> {hasPath && <FolderPath kind="application" folder={folder} />}
      </th>
      <td data-label={t('application.kind')}>
        <ApplicationKindLabel kind={kind} />
      </td>
      <td data-label={t('application.rows')} className={style['number']}>
        {isConnected ? aboutRows(rows, language, t) : formatShort(rows, language)}
      </td>
      <td data-label={t('application.size')} className={style['number']}>
        {isConnected || rows === null ? '-' : formatBytes(bytes, language)}
      </td>
      <td data-label={t('application.last')}>
        <DataTimes loadedAt={lastDataAt} newest={newest} />
      </td>
      <td data-label={t('application.rate')}>{isConnected ? '-' : <Rate rate={rate} />}</td>
      <td data-label={t('application.health')}>
        <Health application={application} />
      </td>
      {isEditor && <td className={style['actions']}>{mayMove && <ApplicationMenu application={application} />}</td>}
    </tr>
  );
}

/** Rows received in the last hour, by minute. */
function Rate({ rate }: { rate: number[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  // The current minute is incomplete.
  const lastMinute = rate.at(-2) ?? 0;
  const value = formatShort(lastMinute, language);
  return (
    <span className={style['rate']}>
      <Sparkline values={rate} label={t('application.rateLabel', { value, count: lastMinute })} />
      <span className="numbers">{value}</span>
    </span>
  );
}

/** Actions on an application in the list. */
function ApplicationMenu({ application: { id, name, folder } }: { application: Application }) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<'access' | 'move'>();
  const close = () => setDialog(undefined);
  const label = t('application.actionsOf', { name });
  return (
    <>
      <Menu
        label={label}
        items={[
          { key: 'access', text: t('access.title'), onSelect: () => setDialog('access') },
          { key: 'move', text: t('folders.move'), onSelect: () => setDialog('move') },
        ]}
      >
        <Button type="text" icon={<MoreOutlined />} aria-label={label} aria-haspopup="menu" />
      </Menu>
      {dialog === 'access' && <AccessDialog kind="application" id={id} onClose={close} />}
      {dialog === 'move' && (
        <MoveDialog kind="application" name={name} moved={{ applications: [id] }} current={folder} onClose={close} />
      )}
    </>
  );
}
