import { type ComponentType, lazy, Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router';

import { Guard } from '#web/layouts/Guard.tsx';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';

/** A component that is fetched when it is first shown. */
function onDemand<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) {
  return lazy(() => load().then((module) => ({ default: module[name] })));
}

const AuthArea = onDemand(() => import('#web/auth/AuthArea.tsx'), 'AuthArea');
const DefaultLayout = onDemand(() => import('#web/layouts/DefaultLayout.tsx'), 'DefaultLayout');
const DashboardLayout = onDemand(() => import('#web/layouts/DashboardLayout.tsx'), 'DashboardLayout');
const HomeArea = onDemand(() => import('#web/home/HomeArea.tsx'), 'HomeArea');
const ChangelogArea = onDemand(() => import('#web/changelog/ChangelogArea.tsx'), 'ChangelogArea');
const DashboardArea = onDemand(() => import('#web/dashboard/DashboardArea.tsx'), 'DashboardArea');
const AccountArea = onDemand(() => import('#web/account/AccountArea.tsx'), 'AccountArea');
const ApplicationArea = onDemand(() => import('#web/application/ApplicationArea.tsx'), 'ApplicationArea');
const AboutPage = onDemand(() => import('#web/help/AboutPage.tsx'), 'AboutPage');
const HelpArea = onDemand(() => import('#web/help/HelpArea.tsx'), 'HelpArea');
const SharePage = onDemand(() => import('#web/share/SharePage.tsx'), 'SharePage');
const NotFound = onDemand(() => import('#web/layouts/NotFound.tsx'), 'NotFound');

function ToDoor() {
  const { search } = useLocation();
  return <Navigate replace to={{ pathname: '/auth', search }} />;
}

/** Every address of the product. */
export function AppRoutes() {
  return (
    <Suspense fallback={<PageSpinner />}>
      <Routes>
        <Route path="/" element={<ToDoor />} />
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
