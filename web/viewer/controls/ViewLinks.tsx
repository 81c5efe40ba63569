import { LinkOutlined, UndoOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import { defaultState } from '#domain/dashboard/dashboard.ts';
import { useZone } from '#web/shell/preferences.ts';
import { copyText } from '#web/ui/copy-text.ts';
import { CopyField } from '#web/ui/CopyField.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import { queryText, writeState } from '../url-state.ts';
import { saveView } from '../views.ts';
import { withZone } from '../zone-param.ts';
import { countChanges } from './changes.ts';
import type { ControlsProps } from './control-fields.tsx';
import style from './ViewsPanel.module.css';

const addressOf = (id: string, search: string) => `${window.location.origin}/dashboard/${id}${search}`;

/** Links to the current state, and reset to the defaults. */
export function ViewLinks({ setting, onClose }: { setting: ControlsProps; onClose: () => void }) {
  const { t } = useTranslation();
  const { id, dashboard, state, onChange } = setting;
  const [link, setLink] = useState<string>();
  const zone = useZone();
  const [params] = useSearchParams();
  const tabId = params.get('tab');
  const tab = tabId === null ? {} : { tab: tabId };
  // The link fixes the zone, so that everyone sees the same numbers.
  const offerLink = (search: URLSearchParams) => {
    const address = addressOf(id, queryText(withZone(search, zone)));
    setLink(address);
    void copyText(address, t);
  };
  const short = useMutation({
    mutationFn: () => saveView(id, null, state),
    onSuccess: (view) => offerLink(new URLSearchParams({ ...tab, view: view.id })),
    onError: toastProblem,
  });
  return (
    <div className={style['links']}>
      <Button
        size="small"
        icon={<LinkOutlined aria-hidden />}
        onClick={() => offerLink(writeState(new URLSearchParams(tab), state, dashboard))}
      >
        {t('dashboard.controls.copyLink')}
      </Button>
      <Button size="small" loading={short.isPending} onClick={() => short.mutate()}>
        {t('dashboard.controls.copyShort')}
      </Button>
      <Button
        size="small"
        icon={<UndoOutlined aria-hidden />}
        disabled={countChanges(dashboard, state) === 0}
        onClick={() => {
          onChange(defaultState);
          onClose();
        }}
      >
        {t('dashboard.controls.reset')}
      </Button>
      {link && <CopyField label={t('dashboard.controls.link')} text={link} />}
    </div>
  );
}
