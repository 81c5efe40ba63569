import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { chartNow, pathNow } from '#contract/dashboard-asks.ts';
import type { ChartCard, Pick } from '#contract/dashboard.ts';
import type { Dimension } from '#contract/query.ts';
import { useLook } from '#web/shell/preferences.ts';
import { cardTitle } from '../answered.ts';
import { useSubject } from '../subjects.ts';
import { withoutDrill, withoutPick } from './changes.ts';
import { Chip } from './Chip.tsx';
import type { Setting } from './fields.tsx';
import { pointsWords, stepsWords } from './words.ts';

type Props = { setting: Setting; card: ChartCard };

const nobody = { columns: [], metrics: [] };

function useCardName({ card }: Props) {
  const { t } = useTranslation();
  const look = useLook();
  const subject = useSubject(card.chart.ask) ?? nobody;
  return { name: cardTitle(card, subject, look) || t('dashboard.controls.card'), subject, look };
}

/** What was picked on a card. */
export function PickChip({ setting, card, pick }: Props & { pick: Pick }) {
  const { dashboard, state, onChange } = setting;
  const { name, subject, look } = useCardName({ setting, card });
  const { ask } = useMemo(() => chartNow(dashboard, card, state).chart, [dashboard, card, state]);
  const dimensions = ask.kind === 'query' ? ask.dimensions : [];
  return (
    <Chip
      name={name}
      text={pointsWords(pick.points, { dimensions, subject, look })}
      onClear={() => onChange((now) => withoutPick(now, card.id))}
    />
  );
}

/** How far someone went down from a card. */
export function DrillChip({ setting, card }: Props) {
  const { t } = useTranslation();
  const { dashboard, state, onChange } = setting;
  const { name, subject, look } = useCardName({ setting, card });
  const dimensions = useMemo(() => {
    const { ask } = chartNow(dashboard, card, withoutDrill(state, card.id)).chart;
    const first = ask.kind === 'query' ? ask.dimensions.slice(0, 1) : [];
    return [...first, ...pathNow(dashboard, card, state).map((step): Dimension => ({ id: '', ...step }))];
  }, [dashboard, card, state]);
  return (
    <Chip
      name={name}
      text={`${t('dashboard.controls.all')} › ${stepsWords(state.drills[card.id] ?? [], { dimensions, subject, look })}`}
      // What was picked further down is no longer to be seen, so it goes as well.
      onClear={() => onChange((now) => withoutPick(withoutDrill(now, card.id), card.id))}
    />
  );
}
