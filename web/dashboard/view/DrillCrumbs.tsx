import { useTranslation } from 'react-i18next';

import { chartNow } from '#contract/dashboard-asks.ts';
import type { ChartCard } from '#contract/dashboard.ts';
import { useLook } from '#web/shell/preferences.ts';
import { useBoard } from './board.ts';
import { pointsWords } from './controls/words.ts';
import { raised } from './picks.ts';
import { useSubject } from './subjects.ts';
import style from './ViewCard.module.css';

/** The way down that someone took on a card; each step leads back to it. */
export function DrillCrumbs({ card }: { card: ChartCard }) {
  const { t } = useTranslation();
  const look = useLook();
  const { dashboard, state, change } = useBoard();
  const subject = useSubject(card.chart.ask);
  const steps = state.drills[card.id] ?? [];
  if (steps.length === 0 || !subject) return null;
  const names = steps.map((step, depth) => {
    const above = { ...state, drills: { ...state.drills, [card.id]: steps.slice(0, depth) } };
    const { ask } = chartNow(dashboard, card, above).chart;
    const dimensions = ask.kind === 'query' ? ask.dimensions : [];
    return pointsWords([{ [dimensions[0]?.id ?? '']: step }], { dimensions, subject, look });
  });
  const crumbs = [t('dashboard.view.all'), ...names].map((name, depth) => ({
    key: steps.slice(0, depth).join('›'),
    name,
    depth,
  }));
  return (
    <nav className={style['crumbs']} aria-label={t('dashboard.view.path')}>
      {crumbs.map(({ key, name, depth }) =>
        depth === steps.length ? (
          <span key={key} aria-current="true" dir="auto">
            {name}
          </span>
        ) : (
          <button key={key} type="button" dir="auto" onClick={() => change((now) => raised(now, card.id, depth))}>
            {name}
          </button>
        ),
      )}
    </nav>
  );
}
