import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { currentChartOf } from '#domain/dashboard/queries.ts';
import type { ChartCard, CardPick } from '#domain/dashboard/dashboard.ts';
import { emptySubject } from '#display/words/subject.ts';
import { useLabelledSubject } from '#web/http/value-labels.ts';
import { useLook } from '#web/shell/preferences.ts';
import { cardTitle } from '../card-result.ts';
import { stepsTaken } from '../drills.ts';
import { useSubject } from '../subjects.ts';
import { withoutDrill, withoutPick } from './changes.ts';
import { Chip } from './Chip.tsx';
import type { ControlsProps } from './control-fields.tsx';
import { pointsWords, stepsWords } from './control-words.ts';

type DrillChipProps = { setting: ControlsProps; card: ChartCard; isStatic: boolean };

function useCardSubject(card: ChartCard) {
  const { t } = useTranslation();
  const look = useLook();
  const subject = useLabelledSubject(useSubject(card.chart.ask) ?? emptySubject);
  return { name: cardTitle(card, subject, look) || t('dashboard.controls.card'), subject, look };
}

/** The picked points of a card. */
export function PickChip({ setting, card, pick, isStatic }: DrillChipProps & { pick: CardPick }) {
  const { dashboard, state, onChange } = setting;
  const { name, subject, look } = useCardSubject(card);
  const { ask: spec } = useMemo(() => currentChartOf(dashboard, card, state).chart, [dashboard, card, state]);
  const dimensions = spec.kind === 'query' ? spec.dimensions : [];
  return (
    <Chip
      name={name}
      text={pointsWords(pick.points, { dimensions, subject, look })}
      onClear={isStatic ? undefined : () => onChange((now) => withoutPick(now, card.id))}
    />
  );
}

/** The drill path of a card. */
export function DrillChip({ setting, card, isStatic }: DrillChipProps) {
  const { t } = useTranslation();
  const { dashboard, state, onChange } = setting;
  const { name, subject, look } = useCardSubject(card);
  const { dimensions, taken } = useMemo(() => stepsTaken(dashboard, card, state), [dashboard, card, state]);
  if (taken.length === 0) return null;
  return (
    <Chip
      name={name}
      text={`${t('dashboard.controls.all')} › ${stepsWords(taken, { dimensions, subject, look })}`}
      // Picks of the lower level disappear, too.
      onClear={isStatic ? undefined : () => onChange((now) => withoutPick(withoutDrill(now, card.id), card.id))}
    />
  );
}
