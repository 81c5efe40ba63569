import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import type { SavedDashboard } from '#contract/dashboards.ts';
import { textOf } from '#display/words/subject.ts';
import { useLanguage } from '#web/ui/language.ts';
import { TabLinks } from '#web/ui/TabLinks.tsx';
import { Board } from './Board.tsx';
import { type Board as BoardOf, BoardContext } from './board.ts';
import { ControlsBar } from './controls/ControlsBar.tsx';
import { useRun } from './run.ts';
import { openCards, useInSight } from './sight.ts';
import { useDashboardState } from './state.ts';
import { useFolded, useTab } from './tab.ts';
import { ViewHead } from './ViewHead.tsx';
import style from './ViewPage.module.css';

/** A published dashboard, to look at. */
export function ViewPage({ saved }: { saved: SavedDashboard }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { id, dashboard } = saved;
  const [state, change] = useDashboardState(id, dashboard);
  const [tab, addressOfTab] = useTab(dashboard);
  const [folded, flip] = useFolded(tab);
  const shown = openCards(tab.cards, folded);
  const { visible, handleSight } = useInSight(shown);
  const run = useRun({ id, draft: false, dashboard, state, cards: shown.map((card) => card.id), visible });
  const { again } = run;
  const board = useMemo<BoardOf>(
    () => ({ id, draft: false, dashboard, state, change, again, isStill: false }),
    [id, dashboard, state, change, again],
  );
  const tabs = dashboard.tabs.map((each, index) => ({
    to: addressOfTab(each.id),
    text: textOf(each.title, language) || t('dashboard.view.tab', { number: index + 1 }),
    selected: each === tab,
  }));
  return (
    <BoardContext value={board}>
      <div className={style['page']}>
        <ViewHead saved={saved} run={run} />
        <ControlsBar id={id} draft={false} dashboard={dashboard} state={state} onChange={change} />
        {tabs.length > 1 && <TabLinks label={t('dashboard.view.tabs')} tabs={tabs} />}
        <Board cards={tab.cards} run={run} folded={folded} onFold={flip} onSight={handleSight} />
      </div>
    </BoardContext>
  );
}
