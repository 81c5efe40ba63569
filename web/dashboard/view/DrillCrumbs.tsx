import { useTranslation } from 'react-i18next';

import type { ChartCard } from '#contract/dashboard.ts';
import { useLook } from '#web/shell/preferences.ts';
import { useBoard, useBoardState } from './board.ts';
import { stepWords } from './controls/words.ts';
import { stepsTaken } from './drills.ts';
import { raised } from './picks.ts';
import { useSubject } from './subjects.ts';
import style from './ViewCard.module.css';

/** The way down that someone took on a card; each step leads back to it. */
export function DrillCrumbs({ card }: { card: ChartCard }) {
  const { t } = useTranslation();
  const look = useLook();
  const { dashboard, change } = useBoard();
  const state = useBoardState();
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
          <button key={key} type="button" dir="auto" onClick={() => change((now) => raised(now, card.id, depth))}>
            {name}
          </button>
        ),
      )}
    </nav>
  );
}
