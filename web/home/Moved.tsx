import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import type { ListedDashboard } from '#contract/dashboards.ts';
import { textOf } from '#display/words/subject.ts';
import { cardTitle } from '#web/dashboard/view/answered.ts';
import { CardBody } from '#web/dashboard/view/CardBody.tsx';
import { useSubject } from '#web/dashboard/view/subjects.ts';
import { useLook } from '#web/shell/preferences.ts';
import style from './HomeArea.module.css';
import { type Move, useMoves } from './moves.ts';
import { firstOf } from './order.ts';

const [mostDashboards, mostFigures] = [4, 8];
const height = 128;

/** What moved in what one follows: favourites, and what one has seen last. */
export function Moved({ dashboards }: { dashboards: ListedDashboard[] }) {
  const { t } = useTranslation();
  const followed = firstOf(dashboards).slice(0, mostDashboards);
  const { moves, isPending } = useMoves(followed.map(({ id }) => id));
  if (followed.length === 0 || (moves.length === 0 && !isPending)) return null;
  return (
    <section className={style['main']} aria-busy={isPending}>
      <header className={style['head']}>
        <h2>{t('home.moved')}</h2>
      </header>
      <ul className={style['moves']}>
        {moves.slice(0, mostFigures).map((move) => (
          <MoveTile key={`${move.id} ${move.card.id}`} move={move} />
        ))}
      </ul>
    </section>
  );
}

function MoveTile({ move: { id, dashboard, card, answer } }: { move: Move }) {
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
