import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router';
import { cleanup, render, type RenderResult } from 'vitest-browser-react/pure';

import type { Language } from '#domain/language.ts';
import { AppQueryClient } from '#web/http/query-client.ts';
import { refetchStale } from '#web/http/refetch-stale.ts';
import { changeLanguage, startLanguage } from '#web/shell/language.ts';
import { AppTheme } from '#web/ui/AppTheme.tsx';
import '#web/ui/global.css';

let started: Promise<void> | undefined;
let stopRefetching: (() => void) | undefined;

/** Renders a component as the product does, with the real texts and theme, in a real browser. */
export async function renderComponent(
  element: ReactElement,
  language: Language = 'en_US',
  path = '/',
): Promise<RenderResult> {
  await cleanup();
  await (started ??= startLanguage(async (each) => (await fetch(`/assets/i18n/${each}.json`)).json()));
  await changeLanguage(language);
  const queries = new AppQueryClient({ defaultOptions: { queries: { retry: false } } });
  stopRefetching?.();
  stopRefetching = refetchStale(queries);
  return render(
    <QueryClientProvider client={queries}>
      <AppTheme>
        <MemoryRouter initialEntries={[path]}>{element}</MemoryRouter>
      </AppTheme>
    </QueryClientProvider>,
  );
}
