import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';

import { loadAsset } from '#web/http/client.ts';
import { queryClient } from '#web/http/queries.ts';
import { refuseFiles } from '#web/shell/drops.ts';
import { startLanguage } from '#web/shell/language.ts';
import { AppTheme } from '#web/ui/AppTheme.tsx';
import { Boundary } from '#web/ui/Boundary.tsx';
import '#web/ui/global.css';
import { askAhead } from './ahead.ts';
import { AppRoutes } from './routes.tsx';

refuseFiles();
askAhead(location.pathname);
await startLanguage((language) => loadAsset(`assets/i18n/${language}.json`));

createRoot(document.getElementById('root')!).render(
  <QueryClientProvider client={queryClient}>
    <AppTheme>
      <BrowserRouter>
        <Boundary place="">
          <AppRoutes />
        </Boundary>
      </BrowserRouter>
    </AppTheme>
  </QueryClientProvider>,
);
