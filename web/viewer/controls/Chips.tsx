import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { currentValueOf } from '#domain/dashboard/filters.ts';
import { cardsOf, type ChartCard, type Control, defaultState } from '#domain/dashboard/dashboard.ts';
import { useLook } from '#web/shell/preferences.ts';
import { DrillChip, PickChip } from './CardChips.tsx';
import { countChanges } from './changes.ts';
import { Chip } from './Chip.tsx';
import style from './Chips.module.css';
import { useControlColumn } from './control-column.ts';
import type { ControlsProps } from './control-fields.tsx';
import { controlWords } from './control-words.ts';

/** The picks and drill paths of cards, which may be outside the viewport; control values are shown by their fields. */
export function Chips({ setting }: { setting: ControlsProps }) {
  const { t } = useTranslation();
  const { dashboard, state, onChange } = setting;
  if (countChanges(dashboard, state) === 0) return null;
  return (
    <ChipList>
      <CardChips setting={setting} isStatic={false} />
      <li>
        <button type="button" className={style['all']} onClick={() => onChange(defaultState)}>
          {t('dashboard.controls.clearAll')}
        </button>
      </li>
    </ChipList>
  );
}

/** All active filters, read-only, where there are no fields. */
export function ReadOnlyChips({ setting }: { setting: ControlsProps }) {
  const { dashboard, state } = setting;
  return (
    <ChipList>
      {dashboard.controls.map((control) => (
        <ControlChip key={control.id} setting={setting} control={control} />
      ))}
      {(state.picks.length > 0 || Object.keys(state.drills).length > 0) && <CardChips setting={setting} isStatic />}
    </ChipList>
  );
}

function ChipList({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <ul className={style['chips']} aria-label={t('dashboard.controls.set')}>
      {children}
    </ul>
  );
}

function CardChips({ setting, isStatic }: { setting: ControlsProps; isStatic: boolean }) {
  const { dashboard, state } = setting;
  const cards = cardsOf(dashboard).filter((card): card is ChartCard => card.kind === 'chart');
  const picks = state.picks.flatMap((pick) => {
    const card = cards.find(({ id }) => id === pick.card);
    return card ? [{ card, pick }] : [];
  });
  return (
    <>
      {picks.map(({ card, pick }) => (
        <PickChip key={card.id} {...{ setting, card, pick, isStatic }} />
      ))}
      {cards
        .filter(({ id }) => (state.drills[id]?.length ?? 0) > 0)
        .map((card) => (
          <DrillChip key={card.id} {...{ setting, card, isStatic }} />
        ))}
    </>
  );
}

function ControlChip({ setting, control }: { setting: ControlsProps; control: Control }) {
  const look = useLook();
  const { name, kind } = useControlColumn(control);
  const text = controlWords(currentValueOf(control, setting.state), kind, look);
  return text && <Chip name={name} text={text} />;
}
