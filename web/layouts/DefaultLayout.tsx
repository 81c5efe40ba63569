import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';

import { readToken } from '#web/shell/token.ts';
import { Banners } from '#web/ui/Banners.tsx';
import { LanguageSelector } from '#web/ui/LanguageSelector.tsx';
import { Logo } from '#web/ui/Logo.tsx';
import { Bell } from './Bell.tsx';
import { Copyright } from './Copyright.tsx';
import style from './DefaultLayout.module.css';
import { KeyMap } from './KeyMap.tsx';
import { PageOutlet } from './PageOutlet.tsx';
import { SearchButton } from './SearchButton.tsx';
import { SeeAsBar } from './SeeAsBar.tsx';
import { SkipLink } from './SkipLink.tsx';
import { UserMenu } from './UserMenu.tsx';

const links = [
  { to: '/index', key: 'common.menu.index' },
  { to: '/about', key: 'common.menu.about' },
  { to: '/help', key: 'common.menu.help' },
  { to: '/auth/signin', key: 'common.menu.auth_signin_signup' },
];

/** Header with links and language selector, content and footer. */
export function DefaultLayout() {
  const { t } = useTranslation();
  return (
    <>
      <SkipLink />
      <SeeAsBar />
      <KeyMap />
      <Banners />
      <header className={style['header']}>
        <Logo />
        <nav aria-label={t('common.menu.label')}>
          {links.map(({ to, key }) => (
            <NavLink key={to} to={to} className={({ isActive }) => (isActive ? style['active'] : '')}>
              {t(key)}
            </NavLink>
          ))}
        </nav>
        <LanguageSelector />
        {readToken() && (
          <div className={style['tools']}>
            <SearchButton />
            <Bell />
            <UserMenu />
          </div>
        )}
      </header>
      <main id="main" tabIndex={-1} className={style['content']}>
        <PageOutlet />
      </main>
      <footer className={style['footer']}>
        <Copyright since={2018} />
      </footer>
    </>
  );
}
