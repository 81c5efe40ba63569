import { MoreOutlined, PushpinFilled, PushpinOutlined, StarFilled, StarOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import type { ListedDashboard } from '#contract/dashboards/routes.ts';
import { AccessDialog } from '#web/access/lazy-access-dialog.ts';
import { SharingMark } from '#web/access/SharingMark.tsx';
import { dragProps } from '#web/folders/drag.ts';
import { FolderPath } from '#web/folders/FolderPath.tsx';
import { MoveDialog } from '#web/folders/lazy-dialogs.ts';
import { useIsEditor } from '#web/http/me.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { Menu } from '#web/ui/Menu.tsx';
import { Moment } from '#web/ui/Moment.tsx';
import { useFavourite, usePin, useTileActions } from './actions.ts';
import { RenameDashboardDialog } from './RenameDashboardDialog.tsx';
import { Thumbnail } from './Thumbnail.tsx';
import style from './Tile.module.css';
import tile from '#web/folders/TileFrame.module.css';
import { titleOf } from './title.ts';

/** `hasPath` shows the folder, in lists across folders. */
type TileProps = { dashboard: ListedDashboard; hasPath?: boolean };

/** A dashboard in the list; the whole tile is a link. Memoized, because typing in the search renders the list again. */
export const Tile = memo(function Tile({ dashboard, hasPath = false }: TileProps) {
  const { t } = useTranslation();
  const title = titleOf(dashboard.title, useLanguage(), t);
  const isEditor = useIsEditor();
  const { id, folder: from, right } = dashboard;
  const mayMove = isEditor && right === 'edit';
  const drag = dragProps(mayMove ? { kind: 'dashboard', name: title, moved: { dashboards: [id] }, from } : null);
  return (
    <article className={`${tile['frame']} ${style['tile']}`} {...drag}>
      <Thumbnail sketch={dashboard.sketch} />
      <div className={style['about']}>
        <div className={style['head']}>
          <h2>
            <Link to={`/dashboard/${dashboard.id}`} dir="auto" title={title}>
              {title}
            </Link>
          </h2>
          <div className={style['tools']}>
            <PinButton dashboard={dashboard} title={title} />
            <FavouriteButton dashboard={dashboard} title={title} />
            {isEditor && <TileMenu dashboard={dashboard} title={title} />}
          </div>
        </div>
        <p className={style['facts']}>
          {dashboard.by && <Avatar size={18} name={dashboard.by.name} picture={dashboard.by.avatar} />}
          <SharingMark sharing={dashboard.sharing} />
          <span className={style['owner']}>{dashboard.by?.name ?? '-'}</span>
          <Moment at={dashboard.updatedAt} />
          {dashboard.hasDraft && <Badge tone="warn">{t('dashboard.list.draft')}</Badge>}
          {hasPath && <FolderPath kind="dashboard" folder={dashboard.folder} />}
        </p>
      </div>
    </article>
  );
});

type TitledDashboard = { dashboard: ListedDashboard; title: string };

function PinButton({ dashboard: { id, pinnedAt }, title }: TitledDashboard) {
  const { t } = useTranslation();
  const setPin = usePin();
  const isPinned = pinnedAt !== null;
  return (
    <Button
      type="text"
      aria-pressed={isPinned}
      aria-label={t('dashboard.list.pin', { title })}
      icon={isPinned ? <PushpinFilled className={style['pin']} /> : <PushpinOutlined />}
      onClick={() => setPin({ id, isPinned: !isPinned })}
    />
  );
}

function FavouriteButton({ dashboard: { id, isFavourite }, title }: TitledDashboard) {
  const { t } = useTranslation();
  const setFavourite = useFavourite();
  return (
    <Button
      type="text"
      aria-pressed={isFavourite}
      aria-label={t('dashboard.list.favourite', { title })}
      icon={isFavourite ? <StarFilled className={style['star']} /> : <StarOutlined />}
      onClick={() => setFavourite({ id, isFavourite: !isFavourite })}
    />
  );
}

function TileMenu({ dashboard, title }: TitledDashboard) {
  const { t } = useTranslation();
  const [isRenaming, setRenaming] = useState(false);
  const [isSharing, setSharing] = useState(false);
  const [isMoving, setMoving] = useState(false);
  const { copy, trash } = useTileActions(dashboard, title);
  const editItems = [
    { key: 'rename', text: t('dashboard.list.rename'), onSelect: () => setRenaming(true) },
    { key: 'access', text: t('access.title'), onSelect: () => setSharing(true) },
    { key: 'move', text: t('folders.move'), onSelect: () => setMoving(true) },
  ];
  const mayEdit = dashboard.right === 'edit';
  return (
    <>
      <Menu
        label={t('dashboard.list.actions', { title })}
        items={[
          ...(mayEdit ? editItems : []),
          { key: 'copy', text: t('dashboard.list.copy'), onSelect: copy },
          ...(mayEdit ? [{ key: 'trash', text: t('dashboard.list.trash'), onSelect: trash }] : []),
        ]}
      >
        <Button
          type="text"
          icon={<MoreOutlined />}
          aria-label={t('dashboard.list.actions', { title })}
          aria-haspopup="menu"
        />
      </Menu>
      {isSharing && <AccessDialog kind="dashboard" id={dashboard.id} onClose={() => setSharing(false)} />}
      {isMoving && (
        <MoveDialog
          kind="dashboard"
          name={title}
          moved={{ dashboards: [dashboard.id] }}
          current={dashboard.folder}
          onClose={() => setMoving(false)}
        />
      )}
      {isRenaming && <RenameDashboardDialog dashboard={dashboard} onClose={() => setRenaming(false)} />}
    </>
  );
}
