import { QuestionCircleOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Tooltip from 'antd/es/tooltip';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';

import { Banners } from '#web/ui/Banners.tsx';
import { Logo } from '#web/ui/Logo.tsx';
import { markChangelogRead, seenQuery } from '#web/http/changelog.ts';
import { AreaMenu } from './AreaMenu.tsx';
import { Bell } from './Bell.tsx';
import { Copyright } from './Copyright.tsx';
import style from './DashboardLayout.module.css';
import { KeyMap } from './KeyMap.tsx';
import { PageOutlet } from './PageOutlet.tsx';
import { SearchButton } from './SearchButton.tsx';
import { SeeAsBar } from './SeeAsBar.tsx';
import { SkipLink } from './SkipLink.tsx';
import { UserMenu } from './UserMenu.tsx';
import { helpFor } from './help-pages.ts';

/** A fixed top bar, content and footer. */
export function DashboardLayout() {
  const { t } = useTranslation();
  return (
    <>
      <SkipLink />
      <SeeAsBar />
      <header className={style['bar']}>
        <Logo />
        <AreaMenu />
        <div className={style['tools']}>
          <SearchButton />
          <HelpLink />
          <Bell />
          <UserMenu />
        </div>
      </header>
      <KeyMap />
      <Banners />
      <main id="main" tabIndex={-1} className={style['content']}>
        <PageOutlet />
      </main>
      <footer className={style['footer']}>
        <Copyright since={2019} />
        <Link to="/index">{t('common.menu.index')}</Link>
        <ChangelogLink />
        <Link to="/about">{t('common.menu.about')}</Link>
      </footer>
    </>
  );
}

/** Link to the changelog, with a dot while there are unread changes. */
function ChangelogLink() {
  const { t } = useTranslation();
  const { data } = useQuery({ ...seenQuery, throwOnError: false });
  const isNew = data !== undefined && data.seen !== null && data.seen < __CHANGES__;
  // A new member starts with everything read.
  useEffect(() => {
    // If it fails, the next page tries again.
    if (data?.seen === null) void markChangelogRead().catch(() => undefined);
  }, [data]);
  return (
    <Link to="/changelog" className={isNew ? style['new'] : ''} aria-label={isNew ? t('changelog.hasNew') : undefined}>
      {t('common.menu.changelog')}
    </Link>
  );
}

/** Opens the help page for the current page. */
function HelpLink() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (
    <Tooltip title={t('common.help.tooltip')}>
      <Button
        type="text"
        aria-label={t('common.help.tooltip')}
        icon={<QuestionCircleOutlined />}
        onClick={() => navigate(helpFor(`${pathname}${search}`))}
        data-testid="help"
      />
    </Tooltip>
  );
}
