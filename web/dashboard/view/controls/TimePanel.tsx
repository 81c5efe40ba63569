import { useTranslation } from 'react-i18next';

import type { Span } from '#contract/query.ts';
import { allTime } from '#display/words/span.ts';
import { upright } from '#display/words/subject.ts';
import { useLook } from '#web/shell/preferences.ts';
import { isSame } from '../address.ts';
import { Choices } from '../../explore/Choices.tsx';
import { presetsFor } from '../../explore/fit.ts';
import { SpanChoice } from '../../explore/SpanChoice.tsx';
import style from './Panel.module.css';
import { useSettled } from './settled.ts';

type Props = { span: Span | null; onChange: (span: Span | null) => void; onClose: () => void };

/** Which time the dashboard is about. */
export function TimePanel({ span, onChange, onClose }: Props) {
  const { t } = useTranslation();
  const { language, weekStart, zone } = useLook();
  const now = useSettled(span, onChange, 500);
  const choose = (next: Span | null) => {
    now.settle(next);
    onClose();
  };
  const isPreset = (next: Span) => presetsFor(weekStart).some((spans) => spans.some((each) => isSame(each, next)));
  return (
    <>
      <Choices
        label={t('explore.presets')}
        choices={[{ value: null, text: upright(allTime[language]) }]}
        isChosen={() => now.value === null}
        onChoose={choose}
      />
      <SpanChoice
        span={now.value ?? undefined}
        onChoose={(next) => (next.kind === 'range' || isPreset(next) ? choose(next) : now.set(next))}
      />
      <small className={style['note']}>{t('dashboard.controls.zone', { zone })}</small>
    </>
  );
}
