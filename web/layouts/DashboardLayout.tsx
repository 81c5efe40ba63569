import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { Banners } from '#web/ui/Banners.tsx';
import { Logo } from '#web/ui/Logo.tsx';
import { AreaMenu } from './AreaMenu.tsx';
import { Bell } from './Bell.tsx';
import { ChangelogLink } from './ChangelogLink.tsx';
import { Copyright } from './Copyright.tsx';
import style from './DashboardLayout.module.css';
import { HelpLink } from './HelpLink.tsx';
import { KeyMap } from './KeyMap.tsx';
import { PageOutlet } from './PageOutlet.tsx';
import { SearchButton } from './SearchButton.tsx';
import { SkipLink } from './SkipLink.tsx';
import { UserMenu } from './UserMenu.tsx';

/** A fixed top bar, content and footer. */
export function DashboardLayout() {
  const { t } = useTranslation();
  return (
    <>
      <SkipLink />
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
