import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import type { ListedDashboard } from '#contract/dashboards/routes.ts';
import { Tile } from '#web/dashboard/list/Tile.tsx';
import style from './HomeArea.module.css';
import { rankDashboards } from './order.ts';

/** Favourite and recently viewed dashboards. */
export function RecentDashboards({ dashboards }: { dashboards: ListedDashboard[] }) {
  const { t } = useTranslation();
  const topDashboards = rankDashboards(dashboards).slice(0, 3);
  if (topDashboards.length === 0) return null;
  return (
    <section className={style['main']}>
      <header className={style['head']}>
        <h2>{t('dashboard.list.label')}</h2>
        <Link to="/dashboard">{t('dashboard.list.every')}</Link>
      </header>
      <ul className={style['dashboards']}>
        {topDashboards.map((dashboard) => (
          <li key={dashboard.id}>
            <Tile dashboard={dashboard} />
          </li>
        ))}
      </ul>
    </section>
  );
}
