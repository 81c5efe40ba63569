import { QuestionCircleOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';

import { describedFieldsOf, type Frame } from '#display/frame.ts';
import type { NamedVerification } from '#display/words/verification.ts';
import { Hint } from '#web/ui/Hint.tsx';
import { VerifiedMark } from '#web/ui/VerifiedMark.tsx';
import style from './ResultMarks.module.css';

type ResultMarksProps = {
  frame: Frame;
  /** The marks of the numbers; empty unless all are verified. */
  marks: NamedVerification[];
};

/** Marks beside the title of a result: whether its numbers are verified, and descriptions of its fields. */
export function ResultMarks({ frame, marks }: ResultMarksProps) {
  const { t } = useTranslation();
  const fields = describedFieldsOf(frame);
  return (
    <span className={style['marks']}>
      <VerifiedMark marks={marks} />
      {fields.length > 0 && (
        <Hint tone="quiet" label={t('charts.descriptions')} icon={<QuestionCircleOutlined aria-hidden />}>
          <dl className={style['descriptions']}>
            {fields.map(({ name, label, description }) => (
              <div key={name}>
                <dt dir="auto">{label}</dt>
                <dd dir="auto">{description}</dd>
              </div>
            ))}
          </dl>
        </Hint>
      )}
    </span>
  );
}
