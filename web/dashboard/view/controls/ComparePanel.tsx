import { useTranslation } from 'react-i18next';

import type { Compare, Span } from '#contract/query.ts';
import { compareLabel } from '#display/words/span.ts';
import { upright } from '#display/words/subject.ts';
import { useLook } from '#web/shell/preferences.ts';
import { Choices } from '../../explore/Choices.tsx';
import { SpanChoice } from '../../explore/SpanChoice.tsx';
import style from './Panel.module.css';
import { useSettled } from './settled.ts';

type Props = { span: Span | null; compare: Compare; onChange: (compare: Compare) => void; onClose: () => void };

const usual: Compare[] = [{ kind: 'none' }, { kind: 'previous' }, { kind: 'last_year' }];

/** Which time everything is held against. */
export function ComparePanel({ span, compare, onChange, onClose }: Props) {
  const { t } = useTranslation();
  const { language } = useLook();
  const now = useSettled(compare, onChange, 500);
  // All time has nothing before it.
  const hint = span ? undefined : t('dashboard.controls.needsTime');
  return (
    <>
      <Choices
        label={t('explore.compare')}
        choices={usual.map((each) => ({
          value: each,
          text: upright(compareLabel(each, language)),
          hint: each.kind === 'none' ? undefined : hint,
        }))}
        isChosen={(each) => each.kind === now.value.kind}
        onChoose={(each) => {
          now.settle(each);
          onClose();
        }}
      />
      {hint ? (
        <small className={style['note']}>{hint}</small>
      ) : (
        <details open={now.value.kind === 'custom'} className={style['custom']}>
          <summary>{t('explore.compareCustom')}</summary>
          <SpanChoice
            span={now.value.kind === 'custom' ? now.value.span : undefined}
            onChoose={(next) => now.set({ kind: 'custom', span: next })}
          />
        </details>
      )}
    </>
  );
}
