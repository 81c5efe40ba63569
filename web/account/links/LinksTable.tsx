import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import type { ListedShare } from '#contract/shares/routes.ts';
import { formatNumber } from '#display/format/number.ts';
import { textOf } from '#display/words/subject.ts';
import { EditButton } from '#web/shares/EditButton.tsx';
import { RevokeButton } from '#web/shares/RevokeButton.tsx';
import { rulesOf } from '#web/shares/rules.ts';
import { addressOf } from '#web/shares/embed-snippet.ts';
import { call } from '#web/http/client.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { clip } from '#web/ui/Clip.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { showMoment } from '#web/ui/Moment.tsx';
import { actionColumn, RowActions } from '#web/ui/RowActions.tsx';
import style from './Links.module.css';

/** Links with their dashboard, views, state, creator and expiry. */
export function LinksTable({ shares, isOwner }: { shares: ListedShare[] | undefined; isOwner: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const number = (value: number) => formatNumber(value, language);
  const columns = [
    { title: t('account.links.link'), key: 'link', render: (share: ListedShare) => <LinkName share={share} /> },
    {
      title: t('account.links.views'),
      key: 'views',
      className: 'numbers',
      render: ({ views, maxViews, seenAt }: ListedShare) => (
        <div className={style['pair']}>
          {maxViews === null ? number(views) : `${number(views)} / ${number(maxViews)}`}
          {seenAt && <small title={t('account.links.seen')}>{showMoment(seenAt)}</small>}
        </div>
      ),
    },
    { title: t('account.links.state'), key: 'state', render: (share: ListedShare) => <LinkState share={share} /> },
    {
      title: t('account.links.made'),
      key: 'made',
      render: ({ by, createdAt }: ListedShare) => (
        <div className={style['pair']}>
          {isOwner && clip(by?.name ?? t('account.links.nobody'))}
          <small>{showMoment(createdAt)}</small>
        </div>
      ),
    },
    {
      title: t('account.links.expires'),
      dataIndex: 'expiresAt',
      render: (at: string | null) => (at ? showMoment(at) : t('share.never')),
    },
    { ...actionColumn, render: (share: ListedShare) => <LinkActions share={share} /> },
  ];
  return <DataTable rows={shares} columns={columns} empty={t('account.links.noneFound')} />;
}

function LinkName({ share: { name, dashboard } }: { share: ListedShare }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const title = textOf(dashboard.title, language) || t('dashboard.view.untitled');
  return (
    <div className={style['pair']}>
      <strong>{clip(name || t('share.unnamed'))}</strong>
      {dashboard.isTrashed ? (
        <Link to="/dashboard/trash">{clip(t('account.links.trashed', { title }))}</Link>
      ) : (
        <Link to={`/dashboard/${dashboard.id}`}>{clip(title)}</Link>
      )}
    </div>
  );
}

/** The state of a link and its rules for viewers. */
function LinkState({ share }: { share: ListedShare }) {
  const { t } = useTranslation();
  const { state } = share;
  const rules = rulesOf(share, t);
  return (
    <div className={style['pair']} title={t(`share.states.${state}`)}>
      <Badge tone={state === 'open' ? 'good' : 'quiet'}>{t(`account.links.states.${state}`)}</Badge>
      {rules.length > 0 && <small>{clip(rules.join(' · '))}</small>}
    </div>
  );
}

function LinkActions({ share }: { share: ListedShare }) {
  const { t } = useTranslation();
  const name = share.name || t('share.unnamed');
  return (
    <RowActions>
      {share.path && share.state === 'open' && (
        <Button
          size="small"
          type="text"
          aria-label={t('account.links.copyOf', { name })}
          onClick={() => void copyText(addressOf(share), t)}
        >
          {t('account.links.copy')}
        </Button>
      )}
      {share.state !== 'stopped' && <EditButton share={share} name={name} dashboard={share.dashboard.id} />}
      <RevokeButton name={name} revoke={() => call('DELETE /shares/:id', { id: share.id })} />
    </RowActions>
  );
}
