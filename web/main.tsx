import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';

import { loadAsset } from '#web/http/client.ts';
import { queryClient } from '#web/http/query-client.ts';
import { refetchStale } from '#web/http/refetch-stale.ts';
import { textsUrlOf } from '#web/shell/language-options.ts';
import { startLanguage } from '#web/shell/language.ts';
import { AppTheme } from '#web/ui/AppTheme.tsx';
import { ErrorBoundary } from '#web/ui/ErrorBoundary.tsx';
import '#web/ui/global.css';
import { prefetchPage } from './prefetch.ts';
import { AppRoutes, loadFirstPage } from './routes.tsx';
import { refuseFileDrops } from '#web/shell/file-drops.ts';

refuseFileDrops();
refetchStale(queryClient);
prefetchPage(location);
void start();

// Not awaited by the module: the scripts of the pages import this one, and would wait for it.
async function start(): Promise<void> {
  await Promise.all([
    startLanguage((language) => loadAsset(textsUrlOf(language))),
    // A script that cannot be loaded is reported by the page that needs it.
    loadFirstPage(location.pathname).catch(() => undefined),
  ]);
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
}
