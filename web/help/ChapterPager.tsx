import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import type { Chapter } from './guide.ts';
import style from './HelpArea.module.css';

/** Links to the previous and next chapter. */
export function ChapterPager({ slug, chapters }: { slug: string; chapters: Chapter[] }) {
  const { t } = useTranslation();
  const at = chapters.findIndex((each) => each.slug === slug);
  const [before, after] = [chapters[at - 1], chapters[at + 1]];
  return (
    <nav aria-label={t('help.around')} className={style['around']}>
      {before && (
        <Link to={`/help/${before.slug}`} rel="prev">
          <LeftOutlined aria-hidden />
          {before.title}
        </Link>
      )}
      {after && (
        <Link to={`/help/${after.slug}`} rel="next" className={style['after']}>
          {after.title}
          <RightOutlined aria-hidden />
        </Link>
      )}
    </nav>
  );
}
