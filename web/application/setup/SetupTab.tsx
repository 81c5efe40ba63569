import { KeyOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Segmented from 'antd/es/segmented';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import type { Application } from '#contract/applications.ts';
import { keysQuery } from '#web/http/applications.ts';
import { CodeBlock } from '#web/ui/CodeBlock.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { KeyDialog } from '../page/KeyDialog.tsx';
import { LatestEvent } from './LatestEvent.tsx';
import style from './SetupTab.module.css';
import { type SnippetName, snippetNames, snippets } from './snippets.ts';
import { TargetChoice, useTarget } from './TargetChoice.tsx';

/** What these send goes into datasets of its own. */
const own = new Set<SnippetName>(['web', 'segment']);

/** How a program pushes events here, and proof that it did. */
export function SetupTab({ application }: { application: Application }) {
  const { t } = useTranslation();
  // Known only here and now: it is not shown again.
  const [secret, setSecret] = useState<string>();
  const [query, setQuery] = useSearchParams();
  const asked = query.get('with') as SnippetName | null;
  const name = asked && snippetNames.includes(asked) ? asked : 'curl';
  const { target, choose } = useTarget(application);
  const code = snippets[name]({
    origin: window.location.origin,
    key: secret ?? t('setup.placeholder'),
    ...target,
  });
  return (
    <div className={style['columns']}>
      <div>
        <KeyPanel application={application.id} secret={secret} onMade={setSecret} />
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
          {!own.has(name) && <TargetChoice application={application} target={target} onChoose={choose} />}
          <CodeBlock code={code} label={t(`setup.names.${name}`)} />
        </Panel>
      </div>
      <LatestEvent application={application} />
    </div>
  );
}

type KeyPanelProps = { application: string; secret: string | undefined; onMade: (secret: string) => void };

function KeyPanel({ application, secret, onMade }: KeyPanelProps) {
  const { t } = useTranslation();
  const [isMaking, setMaking] = useState(false);
  const { data: keys } = useQuery(keysQuery(application));
  const living = keys?.filter((key) => !key.revokedAt) ?? [];
  const text = secret ? t('setup.filled') : t(living.length > 0 ? 'setup.known' : 'setup.needed');
  return (
    <Panel title={t('setup.key')}>
      <div className={style['key']}>
        <p>{text}</p>
        <Button
          type={secret ? 'default' : 'primary'}
          icon={<KeyOutlined aria-hidden />}
          onClick={() => setMaking(true)}
        >
          {t('keys.create')}
        </Button>
      </div>
      {isMaking && <KeyDialog application={application} onMade={onMade} onClose={() => setMaking(false)} />}
    </Panel>
  );
}
