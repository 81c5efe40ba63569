import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { valueNow } from '#contract/dashboard-filters.ts';
import { cardsOf, type ChartCard, type Control, plainState } from '#contract/dashboard.ts';
import { useLook } from '#web/shell/preferences.ts';
import { DrillChip, PickChip } from './CardChips.tsx';
import { countChanges } from './changes.ts';
import { Chip } from './Chip.tsx';
import style from './Chips.module.css';
import { useControlColumn } from './column.ts';
import type { Setting } from './fields.tsx';
import { controlWords } from './words.ts';

/** What was picked on cards, which may be far below, each with a cross; fields show themselves what is set in them. */
export function Chips({ setting }: { setting: Setting }) {
  const { t } = useTranslation();
  const { dashboard, state, onChange } = setting;
  if (countChanges(dashboard, state) === 0) return null;
  return (
    <List>
      <CardChips setting={setting} isStill={false} />
      <li>
        <button type="button" className={style['all']} onClick={() => onChange(plainState)}>
          {t('dashboard.controls.clearAll')}
        </button>
      </li>
    </List>
  );
}

/** All that narrows what is shown, where there are no fields and nobody to set anything. */
export function StillChips({ setting }: { setting: Setting }) {
  const { dashboard, state } = setting;
  return (
    <List>
      {dashboard.controls.map((control) => (
        <ControlChip key={control.id} setting={setting} control={control} />
      ))}
      {(state.picks.length > 0 || Object.keys(state.drills).length > 0) && <CardChips setting={setting} isStill />}
    </List>
  );
}

function List({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <ul className={style['chips']} aria-label={t('dashboard.controls.set')}>
      {children}
    </ul>
  );
}

function CardChips({ setting, isStill }: { setting: Setting; isStill: boolean }) {
  const { dashboard, state } = setting;
  const cards = cardsOf(dashboard).filter((card): card is ChartCard => card.kind === 'chart');
  const picks = state.picks.flatMap((pick) => {
    const card = cards.find(({ id }) => id === pick.card);
    return card ? [{ card, pick }] : [];
  });
  return (
    <>
      {picks.map(({ card, pick }) => (
        <PickChip key={card.id} {...{ setting, card, pick, isStill }} />
      ))}
      {cards
        .filter(({ id }) => (state.drills[id]?.length ?? 0) > 0)
        .map((card) => (
          <DrillChip key={card.id} {...{ setting, card, isStill }} />
        ))}
    </>
  );
}

function ControlChip({ setting, control }: { setting: Setting; control: Control }) {
  const look = useLook();
  const { name, type } = useControlColumn(control);
  const text = controlWords(valueNow(control, setting.state), type, look);
  return text && <Chip name={name} text={text} />;
}
