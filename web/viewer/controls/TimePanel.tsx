import { useTranslation } from 'react-i18next';

import type { Span } from '#domain/query/query.ts';
import { allTime } from '#display/words/span.ts';
import { capitalize } from '#display/words/subject.ts';
import { useLook } from '#web/shell/preferences.ts';
import { isSame } from '../url-state.ts';
import { Choices } from '#web/explore/Choices.tsx';
import { presetsFor } from '#web/explore/grains.ts';
import { SpanChoice } from '#web/explore/SpanChoice.tsx';
import style from './Panel.module.css';
import { useDebouncedChange } from './use-debounced-change.ts';

type TimePanelProps = { span: Span | null; onChange: (span: Span | null) => void; onClose: () => void };

/** The time range of the dashboard. */
export function TimePanel({ span, onChange, onClose }: TimePanelProps) {
  const { t } = useTranslation();
  const { language, weekStart, zone } = useLook();
  const draft = useDebouncedChange(span, onChange, 500);
  const choose = (next: Span | null) => {
    draft.commit(next);
    onClose();
  };
  const isPreset = (next: Span) => presetsFor(weekStart).some((spans) => spans.some((each) => isSame(each, next)));
  return (
    <>
      <Choices
        label={t('explore.presets')}
        choices={[{ value: null, text: capitalize(allTime[language]) }]}
        isChosen={() => draft.value === null}
        onChoose={choose}
      />
      <SpanChoice
        span={draft.value ?? undefined}
        onChoose={(next) => (next.kind === 'range' || isPreset(next) ? choose(next) : draft.set(next))}
      />
      <small className={style['note']}>{t('dashboard.controls.zone', { zone })}</small>
    </>
  );
}
