import { useTranslation } from 'react-i18next';

import { type Compare, type Span, simpleCompares } from '#domain/query/query.ts';
import { compareLabel } from '#display/words/span.ts';
import { capitalize } from '#display/words/subject.ts';
import { useLook } from '#web/shell/preferences.ts';
import { Choices } from '#web/explore/Choices.tsx';
import { SpanChoice } from '#web/explore/SpanChoice.tsx';
import style from './Panel.module.css';
import { useDebouncedChange } from './use-debounced-change.ts';

type ComparePanelProps = {
  span: Span | null;
  compare: Compare;
  onChange: (compare: Compare) => void;
  onClose: () => void;
};

/** The time range to compare with. */
export function ComparePanel({ span, compare, onChange, onClose }: ComparePanelProps) {
  const { t } = useTranslation();
  const { language } = useLook();
  const draft = useDebouncedChange(compare, onChange, 500);
  // All time cannot be compared.
  const hint = span ? undefined : t('dashboard.controls.needsTime');
  return (
    <>
      <Choices
        label={t('explore.compare')}
        choices={simpleCompares.map((each) => ({
          value: each,
          text: capitalize(compareLabel(each, language)),
          hint: each.kind === 'none' ? undefined : hint,
        }))}
        isChosen={(each) => each.kind === draft.value.kind}
        onChoose={(each) => {
          draft.commit(each);
          onClose();
        }}
      />
      {hint ? (
        <small className={style['note']}>{hint}</small>
      ) : (
        <details open={draft.value.kind === 'custom'} className={style['custom']}>
          <summary>{t('explore.compareCustom')}</summary>
          <SpanChoice
            span={draft.value.kind === 'custom' ? draft.value.span : undefined}
            onChoose={(next) => draft.set({ kind: 'custom', span: next })}
          />
        </details>
      )}
    </>
  );
}
