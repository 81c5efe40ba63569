import { KeyOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Segmented from 'antd/es/segmented';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import type { Application } from '#contract/applications/routes.ts';
import { keysQuery } from '#web/http/applications.ts';
import { CodeBlock } from '#web/ui/CodeBlock.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { KeyDialog } from '../page/KeyDialog.tsx';
import { LatestEvent } from './LatestEvent.tsx';
import style from './SetupTab.module.css';
import { type SnippetName, snippetNames, snippets } from './snippets.ts';
import { TargetChoice, usePushTarget } from './TargetChoice.tsx';

/** Snippets whose events go into separate datasets, so that no target is chosen. */
const withoutTarget = new Set<SnippetName>(['web', 'segment']);

/** Snippets to push events, and the latest event received. */
export function SetupTab({ application }: { application: Application }) {
  const { t } = useTranslation();
  // Only in memory: the secret cannot be read again.
  const [secret, setSecret] = useState<string>();
  const [query, setQuery] = useSearchParams();
  const requested = query.get('with') as SnippetName | null;
  const name = requested && snippetNames.includes(requested) ? requested : 'curl';
  const { target, choose } = usePushTarget(application);
  const code = snippets[name]({
    origin: window.location.origin,
    key: secret ?? t('setup.placeholder'),
    ...target,
  });
  return (
    <div className={style['columns']}>
      <div>
        <KeyPanel application={application.id} secret={secret} onCreate={setSecret} />
        <Panel title={t('setup.snippet')}>
          <div className={style['choice']}>
            <Segmented<SnippetName>
              value={name}
              aria-label={t('setup.snippet')}
              options={snippetNames.map((value) => ({ value, label: t(`setup.names.${value}`) }))}
              onChange={(value) => setQuery({ with: value }, { replace: true })}
            />
          </div>
          <p className={style['text']}>{t(`setup.texts.${name}`)}</p>
          {!withoutTarget.has(name) && <TargetChoice application={application} target={target} onChoose={choose} />}
          <CodeBlock code={code} label={t(`setup.names.${name}`)} />
        </Panel>
      </div>
      <LatestEvent application={application} />
    </div>
  );
}

type KeyPanelProps = { application: string; secret: string | undefined; onCreate: (secret: string) => void };

function KeyPanel({ application, secret, onCreate }: KeyPanelProps) {
  const { t } = useTranslation();
  const [isCreating, setCreating] = useState(false);
  const { data: keys } = useQuery(keysQuery(application));
  const activeKeys = keys?.filter((key) => !key.revokedAt) ?? [];
  const text = secret ? t('setup.filled') : t(activeKeys.length > 0 ? 'setup.known' : 'setup.needed');
  return (
    <Panel title={t('setup.key')}>
      <div className={style['key']}>
        <p>{text}</p>
        <Button
          type={secret ? 'default' : 'primary'}
          icon={<KeyOutlined aria-hidden />}
          onClick={() => setCreating(true)}
        >
          {t('keys.create')}
        </Button>
      </div>
      {isCreating && <KeyDialog application={application} onCreate={onCreate} onClose={() => setCreating(false)} />}
    </Panel>
  );
}
