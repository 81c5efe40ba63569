import { SearchOutlined } from '@ant-design/icons';
import Input from 'antd/es/input/Input';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';

import { findSections, sectionsOf } from './search-guide.ts';
import type { Chapter, GuidePage } from './guide.ts';
import style from './HelpArea.module.css';

type ChaptersProps = { slug: string; pages: GuidePage[]; chapters: Chapter[] };

/** The list of chapters, with the headings of the open one; or the search results. */
export function Chapters({ slug, pages, chapters }: ChaptersProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const searchText = search.get('q') ?? '';
  const handleChange = (q: string) => setSearch(q ? { q } : {}, { replace: true, preventScrollReset: true });
  return (
    <nav aria-label={t('help.pages')} className={style['chapters']}>
      <Input
        type="search"
        allowClear
        prefix={<SearchOutlined aria-hidden />}
        aria-label={t('help.search')}
        placeholder={t('help.search')}
        value={searchText}
        onChange={(event) => handleChange(event.target.value)}
      />
      {searchText.trim() ? (
        <SearchResults pages={pages} searchText={searchText} />
      ) : (
        <ChapterLinks {...{ slug, chapters }} />
      )}
    </nav>
  );
}

function ChapterLinks({ slug, chapters }: Omit<ChaptersProps, 'pages'>) {
  return chapters.map((chapter) => {
    const isOpen = chapter.slug === slug;
    return (
      <div key={chapter.slug}>
        <Link to={`/help/${chapter.slug}`} aria-current={isOpen ? 'page' : undefined}>
          {chapter.title}
        </Link>
        {isOpen && chapter.headings.length > 0 && (
          <ul>
            {chapter.headings.map(({ id, text }) => (
              <li key={id}>
                <Link to={`/help/${slug}#${id}`}>{text}</Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    );
  });
}

function SearchResults({ pages, searchText }: { pages: GuidePage[]; searchText: string }) {
  const { t } = useTranslation();
  const sections = useMemo(() => sectionsOf(pages), [pages]);
  const results = findSections(sections, searchText);
  return (
    <div aria-live="polite" className={style['found']}>
      {results.map(({ section, before, hit, after }) => (
        <Link key={section.to} to={section.to.replace('#', `?q=${encodeURIComponent(searchText)}#`)}>
          <strong>{section.heading}</strong>
          <small>{section.page}</small>
          <span>
            {before}
            <mark>{hit}</mark>
            {after}
          </span>
        </Link>
      ))}
      {results.length === 0 && <p>{t('help.none', { wanted: searchText })}</p>}
    </div>
  );
}
