import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';

import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { ZoneContext } from '#web/shell/preferences.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LostPicture } from '#web/ui/pictures.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { sentenceOf } from '#web/ui/problem.ts';
import { type ShareLink, useShareLink } from './share-link.ts';
import { PasswordForm } from './PasswordForm.tsx';
import style from './Share.module.css';
import { SharedDashboardView, useReportHeight } from './SharedDashboardView.tsx';

/** A dashboard shared by a public link. */
export function SharePage() {
  const { token = '' } = useParams();
  const link = useShareLink(token);
  useReportHeight();
  return (
    <div className={style['page']} data-framed={window.parent !== window}>
      <main className={style['main']}>
        <LinkContent link={link} />
      </main>
      <ShareFooter />
    </div>
  );
}

function LinkContent({ link }: { link: ShareLink }) {
  const { t } = useTranslation();
  const { stage } = link;
  if (stage.kind === 'opening') return <PageSpinner />;
  if (stage.kind === 'open')
    return (
      <ZoneContext value={stage.shared.zone}>
        <SharedDashboardView link={link} shared={stage.shared} />
      </ZoneContext>
    );
  if (stage.kind === 'password') return <PasswordForm error={stage.error} onOpen={link.open} />;
  const isGone = stage.kind === 'gone';
  return (
    <>
      <PageHeading title={t('share.page.title')} />
      <EmptyState
        picture={<LostPicture />}
        title={t(isGone ? 'share.page.gone' : 'share.page.failed')}
        text={isGone ? t('share.page.goneText') : sentenceOf(stage.error)}
      >
        {!isGone && <Button onClick={() => void link.open()}>{t('common.retry')}</Button>}
      </EmptyState>
    </>
  );
}

function ShareFooter() {
  const { t } = useTranslation();
  return (
    <footer className={style['foot']}>
      <a href="/" target="_blank" rel="noopener">
        <img src="/assets/mark.svg" alt="" width={16} height={16} />
        {t('share.page.made')}
      </a>
    </footer>
  );
}
