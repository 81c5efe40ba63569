import { useQueryClient } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import type { Share } from '#contract/shares/routes.ts';
import { formatMoment } from '#display/format/date.ts';
import { formatNumber } from '#display/format/number.ts';
import { textOf } from '#display/words/subject.ts';
import { useDashboardContext } from '#web/viewer/dashboard-context.ts';
import { call } from '#web/http/client.ts';
import { useLook } from '#web/shell/preferences.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { CopyField } from '#web/ui/CopyField.tsx';
import { EditButton } from './EditButton.tsx';
import { sharesQuery } from './queries.ts';
import { RevokeButton } from './RevokeButton.tsx';
import { rulesOf } from './rules.ts';
import style from './ShareDialog.module.css';
import { addressOf, snippetOf } from './embed-snippet.ts';

/** The links with settings, view counts and revoke. */
export function ShareList({ shares }: { shares: Share[] }) {
  const { t } = useTranslation();
  return (
    <ul className={style['list']} aria-label={t('share.links')}>
      {shares.map((share) => (
        <ShareItem key={share.id} share={share} />
      ))}
    </ul>
  );
}

function ShareItem({ share }: { share: Share }) {
  const { t } = useTranslation();
  const { id, dashboard } = useDashboardContext();
  const queries = useQueryClient();
  const { language } = useLook();
  const title = textOf(dashboard.title, language) || t('dashboard.view.untitled');
  const name = share.name || t('share.unnamed');
  const isOpen = share.state === 'open';
  return (
    <li>
      <div className={style['name']}>
        <strong dir="auto">{name}</strong>
        <Badge tone={isOpen ? 'good' : 'quiet'}>{t(`share.states.${share.state}`)}</Badge>
        <span className={style['acts']}>
          {share.canChange && share.state !== 'stopped' && <EditButton share={share} name={name} dashboard={id} />}
          <RevokeButton
            name={name}
            revoke={() => call('DELETE /dashboards/:id/shares/:share', { id, share: share.id })}
            onRevoked={() =>
              queries.setQueryData(sharesQuery(id).queryKey, (existing = []) =>
                existing.filter((each) => each.id !== share.id),
              )
            }
          />
        </span>
      </div>
      <ShareDetails share={share} />
      {share.path && isOpen && <CopyField label={t('share.linkOf', { name })} text={addressOf(share)} />}
      {share.path && isOpen && share.sites.length > 0 && (
        <Button
          type="link"
          size="small"
          className={style['embed'] ?? ''}
          onClick={() => void copyText(snippetOf(share, title), t)}
        >
          {t('share.copyEmbed')}
        </Button>
      )}
    </li>
  );
}

/** Details of a link in one line. */
function ShareDetails({ share }: { share: Share }) {
  const { t } = useTranslation();
  const { language, zone } = useLook();
  const number = (value: number) => formatNumber(value, language);
  const moment = (at: string) => formatMoment(at, zone);
  const { by, views, maxViews, seenAt, expiresAt } = share;
  const facts = [
    maxViews === null
      ? t('share.views', { views: number(views) })
      : t('share.viewsOf', { views: number(views), most: number(maxViews) }),
    seenAt && t('share.seen', { at: moment(seenAt) }),
    expiresAt && t('share.until', { at: moment(expiresAt) }),
    ...rulesOf(share, t),
    by && t('share.by', { name: by.name }),
  ];
  return (
    <p className={style['facts']} dir="auto">
      {facts.filter(Boolean).join(' · ')}
    </p>
  );
}
