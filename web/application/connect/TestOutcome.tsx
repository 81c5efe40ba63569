import Alert from 'antd/es/alert';
import { useTranslation } from 'react-i18next';

import type { ConnectionTest } from '#contract/connections/routes.ts';
import { formatNumber } from '#display/format/number.ts';
import { listOf } from '#display/words/subject.ts';
import { CodeBlock } from '#web/ui/CodeBlock.tsx';
import { useLanguage } from '#web/ui/language.ts';
import style from './Connect.module.css';

// The test button is sticky at the bottom, so the outcome below the fields may be outside the viewport.
const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'start' });

/** Whether the outcome has more to report than success. */
export const hasWarnings = ({ writes, readsFiles, callsHosts, lacksTimeZones }: ConnectionTest): boolean =>
  writes.length > 0 || readsFiles || callsHosts || lacksTimeZones;

/** The result of a successful test, with warnings if the account can do more than read. */
export function TestOutcome({ outcome }: { outcome: ConnectionTest }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { tables, milliseconds, writes, readsFiles, callsHosts, lacksTimeZones, readOnlyAccount } = outcome;
  const privileges = [
    writes.length > 0 && t('connect.warnings.writes', { examples: listOf(writes, language) }),
    readsFiles && t('connect.warnings.readsFiles'),
    callsHosts && t('connect.warnings.callsHosts'),
  ].filter((text) => text !== false);
  return (
    <div className={style['outcome']} ref={scrollIntoView}>
      <Alert
        type="success"
        showIcon
        role="status"
        title={t('connect.works', {
          tables: formatNumber(tables, language),
          count: tables,
          milliseconds: formatNumber(Math.round(milliseconds), language),
        })}
      />
      {privileges.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t('connect.warnings.title')}
          description={
            <>
              <ul>
                {privileges.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
              <p>{t('connect.warnings.account')}</p>
              <CodeBlock code={readOnlyAccount} label={t('connect.warnings.statement')} />
            </>
          }
        />
      )}
      {lacksTimeZones && <Alert type="warning" showIcon title={t('connect.warnings.lacksTimeZones')} />}
    </div>
  );
}
