import { type ComponentType, Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';

import type { PageArea } from '#contract/shell.ts';
import { Guard } from '#web/layouts/Guard.tsx';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { readToken } from '#web/shell/token.ts';
import { type LazyComponent, lazyComponent } from '#web/ui/lazy-component.ts';

type LazyPage = LazyComponent<ComponentType>;

const AuthArea = lazyComponent(() => import('#web/auth/AuthArea.tsx'), 'AuthArea');
const DefaultLayout = lazyComponent(() => import('#web/layouts/DefaultLayout.tsx'), 'DefaultLayout');
const DashboardLayout = lazyComponent(() => import('#web/layouts/DashboardLayout.tsx'), 'DashboardLayout');
const HomeArea = lazyComponent(() => import('#web/home/HomeArea.tsx'), 'HomeArea');
const ChangelogArea = lazyComponent(() => import('#web/changelog/ChangelogArea.tsx'), 'ChangelogArea');
const DashboardArea = lazyComponent(() => import('#web/dashboard/DashboardArea.tsx'), 'DashboardArea');
const AccountArea = lazyComponent(() => import('#web/account/AccountArea.tsx'), 'AccountArea');
const ApplicationArea = lazyComponent(() => import('#web/application/ApplicationArea.tsx'), 'ApplicationArea');
const AboutPage = lazyComponent(() => import('#web/help/AboutPage.tsx'), 'AboutPage');
const HelpArea = lazyComponent(() => import('#web/help/HelpArea.tsx'), 'HelpArea');
const SharePage = lazyComponent(() => import('#web/share-page/SharePage.tsx'), 'SharePage');
const NotFound = lazyComponent(() => import('#web/layouts/NotFound.tsx'), 'NotFound');

/** Layout and page of each area; guarded ones need a token. */
type OpenArea = 'auth' | 'share' | 'about' | 'help';
const openAreas: Record<OpenArea, LazyPage[]> = {
  auth: [AuthArea],
  share: [SharePage],
  about: [DefaultLayout, AboutPage],
  help: [DefaultLayout, HelpArea],
};
const guardedAreas: Record<Exclude<PageArea, OpenArea>, LazyPage[]> = {
  index: [DefaultLayout, HomeArea],
  changelog: [DefaultLayout, ChangelogArea],
  dashboard: [DashboardLayout, DashboardArea],
  account: [DashboardLayout, AccountArea],
  application: [DashboardLayout, ApplicationArea],
};

/** Loads the scripts of the page that is shown first, so that it renders at once. */
export async function loadFirstPage(pathname: string): Promise<void> {
  const [area = '', ...rest] = pathname.slice(1).split('/');
  const isGuarded = area === '' || Object.hasOwn(guardedAreas, area);
  // Without a token a guarded page leads to the sign-in page, and none of its scripts is loaded.
  if (isGuarded && !readToken()) return AuthArea.load();
  const [, pages = []] = Object.entries({ ...openAreas, ...guardedAreas }).find(([name]) => name === area) ?? [];
  const loadDashboard = async () =>
    (await import('#web/dashboard/DashboardArea.tsx')).loadDashboardPage(rest.join('/'));
  await Promise.all([...pages.map((page) => page.load()), area === 'dashboard' && loadDashboard()]);
  return undefined;
}

function RedirectToAuth() {
  const { search } = useLocation();
  return <Navigate replace to={{ pathname: '/auth', search }} />;
}

/** All routes of the product. */
export function AppRoutes() {
  return (
    <Suspense fallback={<PageSpinner />}>
      <Routes>
        <Route path="/" element={<RedirectToAuth />} />
        <Route path="/share/:token" element={<SharePage />} />
        <Route path="/auth/*" element={<AuthArea />} />
        <Route element={<Guard />}>
          <Route element={<DefaultLayout />}>
            <Route path="/index" element={<HomeArea />} />
            <Route path="/changelog" element={<ChangelogArea />} />
          </Route>
          <Route element={<DashboardLayout />}>
            <Route path="/dashboard/*" element={<DashboardArea />} />
            <Route path="/account/*" element={<AccountArea />} />
            <Route path="/application/*" element={<ApplicationArea />} />
          </Route>
        </Route>
        <Route element={<DefaultLayout />}>
          <Route path="/about" element={<AboutPage />} />
          <Route path="/help/*" element={<HelpArea />} />
          <Route path="*" element={<NotFound />} />
        </Route>
      </Routes>
    </Suspense>
  );
}
