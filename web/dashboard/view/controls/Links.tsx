import { LinkOutlined, UndoOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import { plainState } from '#contract/dashboard.ts';
import { useZone } from '#web/shell/preferences.ts';
import { copyText } from '#web/ui/copy.ts';
import { CopyField } from '#web/ui/CopyField.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import { queryText, writeState } from '../address.ts';
import { keepView } from '../views.ts';
import { withZone } from '../zone.ts';
import { countChanges } from './changes.ts';
import type { Setting } from './fields.tsx';
import style from './ViewsPanel.module.css';

const addressOf = (id: string, search: string) => `${window.location.origin}/dashboard/${id}${search}`;

/** Links to the dashboard as it is set now, and back to how its author left it. */
export function Links({ setting, onClose }: { setting: Setting; onClose: () => void }) {
  const { t } = useTranslation();
  const { id, dashboard, state, onChange } = setting;
  const [link, setLink] = useState<string>();
  const zone = useZone();
  const [params] = useSearchParams();
  const shown = params.get('tab');
  const tab = shown === null ? {} : { tab: shown };
  // Whoever opens it shall see the same numbers.
  const give = (search: URLSearchParams) => {
    const address = addressOf(id, queryText(withZone(search, zone)));
    setLink(address);
    void copyText(address, t);
  };
  const short = useMutation({
    mutationFn: () => keepView(id, null, state),
    onSuccess: (view) => give(new URLSearchParams({ ...tab, view: view.id })),
    onError: toastProblem,
  });
  return (
    <div className={style['links']}>
      <Button
        size="small"
        icon={<LinkOutlined aria-hidden />}
        onClick={() => give(writeState(new URLSearchParams(tab), state, dashboard))}
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
          onChange(plainState);
          onClose();
        }}
      >
        {t('dashboard.controls.reset')}
      </Button>
      {link && <CopyField label={t('dashboard.controls.link')} text={link} />}
    </div>
  );
}
