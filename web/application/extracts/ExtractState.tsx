import { useTranslation } from 'react-i18next';

import type { DataExtract } from '#contract/extracts/routes.ts';
import { Badge, type Tone } from '#web/ui/Badge.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { adviceOf } from './failure-advice.ts';
import style from './Extracts.module.css';

const tones = {
  waiting: 'quiet',
  running: 'brand',
  unconfirmed: 'warn',
  failed: 'bad',
  loaded: 'good',
  never: 'quiet',
} satisfies Record<string, Tone>;

function stateOf({ state, failure, lastRunAt }: DataExtract): keyof typeof tones {
  if (state !== 'idle') return state;
  if (failure) return failure.code === 'extract_unconfirmed' ? 'unconfirmed' : 'failed';
  return lastRunAt ? 'loaded' : 'never';
}

/** State of an extract; after a failure, also the reason and advice. */
export function ExtractState({ extract }: { extract: DataExtract }) {
  const { t } = useTranslation();
  const state = stateOf(extract);
  return (
    <div className={style['state']} role="status">
      <Badge tone={tones[state]}>{t(`extracts.states.${state}`)}</Badge>
      {extract.state === 'idle' && extract.failure && <Failure extract={extract} failure={extract.failure} />}
    </div>
  );
}

type FailureProps = { extract: DataExtract; failure: NonNullable<DataExtract['failure']> };

function Failure({ extract: { applicationId, importId }, failure: { code, message } }: FailureProps) {
  const { t } = useTranslation();
  const advice = adviceOf(code);
  return (
    <>
      <span>{message}</span>
      {advice && <span>{t(`extracts.advice.${advice}`)}</span>}
      {code === 'extract_unconfirmed' && importId && (
        <LinkButton small to={`/application/upload?import=${importId}`}>
          {t('extracts.review')}
        </LinkButton>
      )}
      {advice === 'imports' && (
        <LinkButton small to={`/application/${applicationId}/imports`}>
          {t('extracts.toImports')}
        </LinkButton>
      )}
    </>
  );
}
