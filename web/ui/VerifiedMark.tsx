import { CheckCircleFilled } from '@ant-design/icons';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

import type { Verification } from '#contract/datasets/verification.ts';
import { formatMoment } from '#display/format/date.ts';
import type { NamedVerification } from '#display/words/verification.ts';
import { useZone } from '#web/shell/preferences.ts';
import { Hint } from './Hint.tsx';
import { Moment } from './Moment.tsx';
import style from './VerifiedMark.module.css';

// Inline, because lists colour the icons in them.
const good = { color: 'var(--good)' };

/** Who marked something as verified. */
export const verifiedByText = ({ by }: Verification, t: TFunction): string =>
  by === null ? t('verification.byFormer') : t('verification.by', { name: by });

/** The mark as an icon with a tooltip, for use inside links, buttons and options. */
export function VerifiedIcon({ verification }: { verification: Verification | null }) {
  const { t } = useTranslation();
  const zone = useZone();
  if (!verification) return null;
  const { at, note } = verification;
  const lines = [verifiedByText(verification, t), formatMoment(at, zone), note];
  return (
    <span
      role="img"
      className={style['icon']}
      aria-label={t('verification.verified')}
      title={lines.filter(Boolean).join('\n')}
    >
      <CheckCircleFilled aria-hidden style={good} />
    </span>
  );
}

/** The mark as a button that shows who set it, when and why. */
export function VerifiedMark({ marks }: { marks: NamedVerification[] }) {
  const { t } = useTranslation();
  if (marks.length === 0) return null;
  return (
    <Hint tone="good" label={t('verification.verified')} icon={<CheckCircleFilled aria-hidden style={good} />}>
      <ul className={style['marks']}>
        {marks.map(({ name, verification }) => (
          <li key={name}>
            <b dir="auto">{name}</b>
            <span dir="auto">{verifiedByText(verification, t)}</span>
            <small>
              <Moment at={verification.at} />
            </small>
            {verification.note && <p dir="auto">{verification.note}</p>}
          </li>
        ))}
      </ul>
    </Hint>
  );
}
