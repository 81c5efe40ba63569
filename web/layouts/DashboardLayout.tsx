import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { Banners } from '#web/ui/Banners.tsx';
import { Logo } from '#web/ui/Logo.tsx';
import { AreaMenu } from './AreaMenu.tsx';
import { Bell } from './Bell.tsx';
import { Copyright } from './Copyright.tsx';
import style from './DashboardLayout.module.css';
import { HelpLink } from './HelpLink.tsx';
import { PageOutlet } from './PageOutlet.tsx';
import { SearchButton } from './SearchButton.tsx';
import { SkipLink } from './SkipLink.tsx';
import { UserMenu } from './UserMenu.tsx';

const footerLinks = [
  { to: '/index', key: 'common.menu.index' },
  { to: '/changelog', key: 'common.menu.changelog' },
  { to: '/about', key: 'common.menu.about' },
];

/** A fixed top bar with the areas and what is always at hand; content; footer. */
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
      <Banners />
      <main id="main" tabIndex={-1} className={style['content']}>
        <PageOutlet />
      </main>
      <footer className={style['footer']}>
        <Copyright since={2019} />
        {footerLinks.map(({ to, key }) => (
          <Link key={to} to={to}>
            {t(key)}
          </Link>
        ))}
      </footer>
    </>
  );
}
