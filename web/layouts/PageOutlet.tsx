import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router';

import { Boundary } from '#web/ui/Boundary.tsx';
import { PageSpinner } from './PageSpinner.tsx';

/** Where the page goes inside a frame: whatever happens to it, the frame stays. */
export function PageOutlet() {
  const { pathname } = useLocation();
  return (
    <Boundary place={pathname}>
      <Suspense fallback={<PageSpinner />}>
        <Outlet />
      </Suspense>
    </Boundary>
  );
}
