import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Route, Routes, useParams } from 'react-router';

import type { Language } from '#contract/language.ts';
import { NotFound } from '#web/layouts/NotFound.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { listPages } from './guide.ts';
import style from './HelpArea.module.css';

const ChartsPage = lazy(() => import('./ChartsPage.tsx').then((module) => ({ default: module.ChartsPage })));

export function HelpArea() {
  return (
    <Routes>
      <Route index element={<HelpPage />} />
      <Route path="charts" element={<ChartsHelp />} />
      <Route path=":slug" element={<HelpPage />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}

/** The usage documentation: a list of pages and one of them. */
function HelpPage() {
  const { i18n } = useTranslation();
  const pages = listPages(i18n.language as Language);
  const { slug = pages[0]!.slug } = useParams();
  const page = pages.find((each) => each.slug === slug);
  if (!page) return <NotFound />;
  return (
    <WithPages slug={slug}>
      <article key={slug}>
        <PageHeading title={page.title} />
        <div className={style['text']} dangerouslySetInnerHTML={{ __html: page.html }} />
      </article>
    </WithPages>
  );
}

/** Every kind of chart, which is drawn and not written. */
function ChartsHelp() {
  return (
    <WithPages slug="charts">
      <article>
        <Suspense>
          <ChartsPage />
        </Suspense>
      </article>
    </WithPages>
  );
}

function WithPages({ slug, children }: { slug: string; children: ReactNode }) {
  const { t, i18n } = useTranslation();
  const pages = [...listPages(i18n.language as Language), { slug: 'charts', title: t('help.charts.title') }];
  return (
    <div className={style['help']}>
      <nav aria-label={t('help.pages')}>
        {pages.map(({ slug: other, title }) => (
          <Link key={other} to={`/help/${other}`} aria-current={other === slug ? 'page' : undefined}>
            {title}
          </Link>
        ))}
      </nav>
      {children}
    </div>
  );
}
