import { useTranslation } from 'react-i18next';

import { timeNow, valueNow } from '#contract/dashboard-filters.ts';
import { cardsOf, type ChartCard, type Control, plainState } from '#contract/dashboard.ts';
import { allTime, compareLabel, spanLabel } from '#display/words/span.ts';
import { upright } from '#display/words/subject.ts';
import { useLook } from '#web/shell/preferences.ts';
import { useLanguage } from '#web/ui/language.ts';
import { DrillChip, PickChip } from './CardChips.tsx';
import { countChanges, isChanged, isCompareChanged, isSpanChanged, withoutValue, withTime } from './changes.ts';
import { Chip } from './Chip.tsx';
import style from './Chips.module.css';
import { useControlColumn } from './column.ts';
import type { Setting } from './fields.tsx';
import { controlWords } from './words.ts';

/** All that is set otherwise than the author left it, each with a cross. */
export function Chips({ setting }: { setting: Setting }) {
  const { t } = useTranslation();
  const { dashboard, state, onChange } = setting;
  if (countChanges(dashboard, state) === 0) return null;
  const cards = cardsOf(dashboard).filter((card): card is ChartCard => card.kind === 'chart');
  const picks = state.picks.flatMap((pick) => {
    const card = cards.find(({ id }) => id === pick.card);
    return card ? [{ card, pick }] : [];
  });
  return (
    <ul className={style['chips']} aria-label={t('dashboard.controls.set')}>
      {/* Fields show themselves what is set in them; cards may be far below. */}
      {picks.map(({ card, pick }) => (
        <PickChip key={card.id} setting={setting} card={card} pick={pick} />
      ))}
      {cards
        .filter(({ id }) => (state.drills[id]?.length ?? 0) > 0)
        .map((card) => (
          <DrillChip key={card.id} setting={setting} card={card} />
        ))}
      <TimeChips setting={setting} />
      {dashboard.controls
        .filter((control) => isChanged(control, state))
        .map((control) => (
          <ControlChip key={control.id} setting={setting} control={control} />
        ))}
      <li>
        <button type="button" className={style['all']} onClick={() => onChange(plainState)}>
          {t('dashboard.controls.clearAll')}
        </button>
      </li>
    </ul>
  );
}

function TimeChips({ setting: { dashboard, state, onChange } }: { setting: Setting }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { span, compare } = timeNow(dashboard, state);
  return (
    <>
      {isSpanChanged(dashboard, state) && (
        <Chip
          name={t('dashboard.controls.time')}
          text={upright(span ? spanLabel(span, language) : allTime[language])}
          onClear={() => onChange((now) => withTime(dashboard, now, { span: dashboard.time.span }))}
        />
      )}
      {isCompareChanged(dashboard, state) && (
        <Chip
          name={t('explore.compare')}
          text={upright(compareLabel(compare, language))}
          onClear={() => onChange((now) => withTime(dashboard, now, { compare: dashboard.time.compare }))}
        />
      )}
    </>
  );
}

function ControlChip({ setting, control }: { setting: Setting; control: Control }) {
  const { t } = useTranslation();
  const look = useLook();
  const { name, type } = useControlColumn(control);
  return (
    <Chip
      name={name}
      text={controlWords(valueNow(control, setting.state), type, look) || t('dashboard.controls.all')}
      onClear={() => setting.onChange((now) => withoutValue(now, control.id))}
    />
  );
}
