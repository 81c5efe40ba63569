import { useTranslation } from 'react-i18next';

import type { ChartCard } from '#domain/dashboard/dashboard.ts';
import { useLook } from '#web/shell/preferences.ts';
import { useDashboardContext, useStateContext } from './dashboard-context.ts';
import { stepWords } from './controls/control-words.ts';
import { stepsTaken } from './drills.ts';
import { drillUp } from './picks.ts';
import { useSubject } from './subjects.ts';
import style from './ViewCard.module.css';

/** The drill path of a card; each crumb drills up to its level. */
export function DrillCrumbs({ card }: { card: ChartCard }) {
  const { t } = useTranslation();
  const look = useLook();
  const { dashboard, change } = useDashboardContext();
  const state = useStateContext();
  const subject = useSubject(card.chart.ask);
  if (!subject) return null;
  const { taken, dimensions } = stepsTaken(dashboard, card, state);
  if (taken.length === 0) return null;
  const names = taken.map((step, depth) => stepWords(step, dimensions[depth], { subject, look }));
  const crumbs = [t('dashboard.view.all'), ...names].map((name, depth) => ({
    key: taken.slice(0, depth).join('›'),
    name,
    depth,
  }));
  return (
    <nav className={style['crumbs']} aria-label={t('dashboard.view.path')}>
      {crumbs.map(({ key, name, depth }) =>
        depth === taken.length ? (
          <span key={key} aria-current="true" dir="auto">
            {name}
          </span>
        ) : (
          <button key={key} type="button" dir="auto" onClick={() => change((now) => drillUp(now, card.id, depth))}>
            {name}
          </button>
        ),
      )}
    </nav>
  );
}
