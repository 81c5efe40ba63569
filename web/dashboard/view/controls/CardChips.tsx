import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { chartNow } from '#contract/dashboard-asks.ts';
import type { ChartCard, Pick } from '#contract/dashboard.ts';
import { useLook } from '#web/shell/preferences.ts';
import { cardTitle } from '../answered.ts';
import { stepsTaken } from '../drills.ts';
import { useSubject } from '../subjects.ts';
import { withoutDrill, withoutPick } from './changes.ts';
import { Chip } from './Chip.tsx';
import type { Setting } from './fields.tsx';
import { pointsWords, stepsWords } from './words.ts';

type Props = { setting: Setting; card: ChartCard; isStill: boolean };

const nobody = { columns: [], metrics: [] };

function useCardName(card: ChartCard) {
  const { t } = useTranslation();
  const look = useLook();
  const subject = useSubject(card.chart.ask) ?? nobody;
  return { name: cardTitle(card, subject, look) || t('dashboard.controls.card'), subject, look };
}

/** What was picked on a card. */
export function PickChip({ setting, card, pick, isStill }: Props & { pick: Pick }) {
  const { dashboard, state, onChange } = setting;
  const { name, subject, look } = useCardName(card);
  const { ask } = useMemo(() => chartNow(dashboard, card, state).chart, [dashboard, card, state]);
  const dimensions = ask.kind === 'query' ? ask.dimensions : [];
  return (
    <Chip
      name={name}
      text={pointsWords(pick.points, { dimensions, subject, look })}
      onClear={isStill ? undefined : () => onChange((now) => withoutPick(now, card.id))}
    />
  );
}

/** How far someone went down from a card. */
export function DrillChip({ setting, card, isStill }: Props) {
  const { t } = useTranslation();
  const { dashboard, state, onChange } = setting;
  const { name, subject, look } = useCardName(card);
  const { dimensions, taken } = useMemo(() => stepsTaken(dashboard, card, state), [dashboard, card, state]);
  if (taken.length === 0) return null;
  return (
    <Chip
      name={name}
      text={`${t('dashboard.controls.all')} › ${stepsWords(taken, { dimensions, subject, look })}`}
      // What was picked further down is no longer to be seen, so it goes as well.
      onClear={isStill ? undefined : () => onChange((now) => withoutPick(withoutDrill(now, card.id), card.id))}
    />
  );
}
