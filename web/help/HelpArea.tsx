import { lazy, type ReactNode, Suspense, use } from 'react';
import { useTranslation } from 'react-i18next';
import { Route, Routes, useParams } from 'react-router';

import { NotFound } from '#web/layouts/NotFound.tsx';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Around } from './Around.tsx';
import { Chapters } from './Chapters.tsx';
import { GuideText } from './GuideText.tsx';
import { type GuidePage, loadGuide } from './guide.ts';
import style from './HelpArea.module.css';

const ChartsPage = lazy(() => import('./ChartsPage.tsx').then((module) => ({ default: module.ChartsPage })));

const ApiPage = lazy(() => import('./ApiPage.tsx').then((module) => ({ default: module.ApiPage })));

export function HelpArea() {
  return (
    <Suspense fallback={<PageSpinner />}>
      <Routes>
        <Route index element={<HelpPage />} />
        <Route path="charts" element={<Drawn slug="charts" page={<ChartsPage />} />} />
        <Route path="api" element={<Drawn slug="api" page={<ApiPage />} />} />
        <Route path=":slug" element={<HelpPage />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  );
}

/** Every chapter: those that are written, and those that the product makes. */
export type Chapter = Pick<GuidePage, 'slug' | 'title' | 'headings'>;

function useChapters(): { pages: GuidePage[]; chapters: Chapter[] } {
  const { t } = useTranslation();
  const pages = use(loadGuide(useLanguage()));
  const made = ['charts', 'api'].map((slug) => ({ slug, title: t(`help.${slug}.title`), headings: [] }));
  return { pages, chapters: [...pages, ...made] };
}

/** A chapter of the usage documentation. */
function HelpPage() {
  const { pages, chapters } = useChapters();
  const { slug = pages[0]!.slug } = useParams();
  const page = pages.find((each) => each.slug === slug);
  if (!page) return <NotFound />;
  return (
    <WithChapters {...{ slug, pages, chapters }}>
      <PageHeading title={page.title} />
      <GuideText key={slug} html={page.html} />
    </WithChapters>
  );
}

/** A chapter that the product makes by itself. */
function Drawn({ slug, page }: { slug: string; page: ReactNode }) {
  const { pages, chapters } = useChapters();
  return (
    <WithChapters {...{ slug, pages, chapters }}>
      <Suspense fallback={<PageSpinner />}>{page}</Suspense>
    </WithChapters>
  );
}

type Props = { slug: string; pages: GuidePage[]; chapters: Chapter[]; children: ReactNode };

function WithChapters({ slug, pages, chapters, children }: Props) {
  return (
    <div className={style['help']}>
      <Chapters {...{ slug, pages, chapters }} />
      <article>
        {children}
        <Around {...{ slug, chapters }} />
      </article>
    </div>
  );
}
