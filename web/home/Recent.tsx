import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import type { ListedDashboard } from '#contract/dashboards.ts';
import { Tile } from '#web/dashboard/list/Tile.tsx';
import style from './HomeArea.module.css';
import { firstOf } from './order.ts';

/** The dashboards that one is most likely to open: favourites, and what one has seen last. */
export function Recent({ dashboards }: { dashboards: ListedDashboard[] }) {
  const { t } = useTranslation();
  const shown = firstOf(dashboards).slice(0, 3);
  if (shown.length === 0) return null;
  return (
    <section className={style['main']}>
      <header className={style['head']}>
        <h2>{t('dashboard.list.label')}</h2>
        <Link to="/dashboard">{t('dashboard.list.every')}</Link>
      </header>
      <ul className={style['dashboards']}>
        {shown.map((dashboard) => (
          <li key={dashboard.id}>
            <Tile dashboard={dashboard} />
          </li>
        ))}
      </ul>
    </section>
  );
}
