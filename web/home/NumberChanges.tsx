import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import type { ListedDashboard } from '#contract/dashboards/routes.ts';
import { textOf } from '#display/words/subject.ts';
import { cardTitle } from '#web/viewer/card-result.ts';
import { CardBody } from '#web/viewer/CardBody.tsx';
import { useSubject } from '#web/viewer/subjects.ts';
import { useLook } from '#web/shell/preferences.ts';
import style from './HomeArea.module.css';
import { type NumberChange, useNumberChanges } from './number-changes.ts';
import { rankDashboards } from './order.ts';

const [maxDashboards, maxNumbers] = [4, 8];
const height = 128;

/** The largest changes among the numbers of favourite and recently viewed dashboards. */
export function NumberChanges({ dashboards }: { dashboards: ListedDashboard[] }) {
  const { t } = useTranslation();
  const followed = rankDashboards(dashboards).slice(0, maxDashboards);
  const { changes, isPending } = useNumberChanges(followed.map(({ id }) => id));
  if (followed.length === 0 || (changes.length === 0 && !isPending)) return null;
  return (
    <section className={style['main']} aria-busy={isPending}>
      <header className={style['head']}>
        <h2>{t('home.moved')}</h2>
      </header>
      <ul className={style['moves']}>
        {changes.slice(0, maxNumbers).map((change) => (
          <NumberChangeTile key={`${change.id} ${change.card.id}`} change={change} />
        ))}
      </ul>
    </section>
  );
}

function NumberChangeTile({ change: { id, dashboard, card, answer } }: { change: NumberChange }) {
  const { t } = useTranslation();
  const look = useLook();
  const subject = useSubject(card.chart.ask);
  return (
    <li>
      <span className={style['line']}>
        <Link to={`/dashboard/${id}`} dir="auto">
          {cardTitle(card, subject, look)}
        </Link>
        <small dir="auto">{textOf(dashboard.title, look.language) || t('dashboard.view.untitled')}</small>
      </span>
      <CardBody card={card} answer={answer} height={height} />
    </li>
  );
}
