import { type ComponentType, lazy, Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';

import { Guard } from '#web/layouts/Guard.tsx';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';

/** A component that is loaded when it is first rendered. */
function lazyNamed<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return lazy(() => load().then((module) => ({ default: module[name] })));
}

const AuthArea = lazyNamed(() => import('#web/auth/AuthArea.tsx'), 'AuthArea');
const DefaultLayout = lazyNamed(() => import('#web/layouts/DefaultLayout.tsx'), 'DefaultLayout');
const DashboardLayout = lazyNamed(() => import('#web/layouts/DashboardLayout.tsx'), 'DashboardLayout');
const HomeArea = lazyNamed(() => import('#web/home/HomeArea.tsx'), 'HomeArea');
const ChangelogArea = lazyNamed(() => import('#web/changelog/ChangelogArea.tsx'), 'ChangelogArea');
const DashboardArea = lazyNamed(() => import('#web/dashboard/DashboardArea.tsx'), 'DashboardArea');
const AccountArea = lazyNamed(() => import('#web/account/AccountArea.tsx'), 'AccountArea');
const ApplicationArea = lazyNamed(() => import('#web/application/ApplicationArea.tsx'), 'ApplicationArea');
const AboutPage = lazyNamed(() => import('#web/help/AboutPage.tsx'), 'AboutPage');
const HelpArea = lazyNamed(() => import('#web/help/HelpArea.tsx'), 'HelpArea');
const SharePage = lazyNamed(() => import('#web/share-page/SharePage.tsx'), 'SharePage');
const NotFound = lazyNamed(() => import('#web/layouts/NotFound.tsx'), 'NotFound');

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
