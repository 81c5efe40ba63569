import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';

import { loadAsset } from '#web/http/client.ts';
import { queryClient } from '#web/http/query-client.ts';
import { refuseFileDrops } from '#web/shell/refuse-drops.ts';
import { startLanguage } from '#web/shell/language.ts';
import { AppTheme } from '#web/ui/AppTheme.tsx';
import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx';
import '#web/ui/global.css';
import { prefetchPage } from './prefetch.ts';
import { AppRoutes } from './routes.tsx';

refuseFileDrops();
prefetchPage(location.pathname);
await startLanguage((language) => loadAsset(`assets/i18n/${language}.json`));

createRoot(document.getElementById('root')!).render(
  <QueryClientProvider client={queryClient}>
    <AppTheme>
      <BrowserRouter>
        <ErrorBoundary resetKey="">
          <AppRoutes />
        </ErrorBoundary>
      </BrowserRouter>
    </AppTheme>
  </QueryClientProvider>,
);
