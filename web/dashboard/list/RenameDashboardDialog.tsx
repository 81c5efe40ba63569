import { useMutation } from '@tanstack/react-query';
import Input from 'antd/es/input/Input';
import Modal from 'antd/es/modal';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { ListedDashboard } from '#contract/dashboards/routes.ts';
import { call } from '#web/http/client.ts';
import { languageOptions } from '#web/shell/language-options.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { toastProblem } from '#web/ui/problem.ts';
import style from './RenameDashboardDialog.module.css';

type RenameDashboardDialogProps = { dashboard: Pick<ListedDashboard, 'id' | 'title'>; onClose: () => void };

/** Changes the title of a dashboard in one or both languages. */
export function RenameDashboardDialog({ dashboard, onClose }: RenameDashboardDialogProps) {
  const { t } = useTranslation();
  const field = useId();
  useReturnFocus();
  const [title, setTitle] = useState(dashboard.title);
  const { mutate, isPending } = useMutation({
    mutationFn: () => call('PATCH /dashboards/:id', { id: dashboard.id, title }),
    onSuccess: onClose,
    onError: toastProblem,
  });
  const isNamed = Object.values(title).some((text) => text.trim() !== '');
  return (
    <Modal
      open
      width={440}
      title={t('dashboard.list.renameTitle')}
      okText={t('common.save')}
      okButtonProps={{ disabled: !isNamed }}
      confirmLoading={isPending}
      onOk={() => mutate()}
      onCancel={onClose}
    >
      <div className={style['fields']}>
        {languageOptions.map(({ text, value }, index) => (
          <div key={value}>
            <label htmlFor={`${field}${value}`}>{text}</label>
            <Input
              id={`${field}${value}`}
              autoFocus={index === 0}
              dir="auto"
              maxLength={200}
              value={title[value]}
              onChange={(event) => setTitle({ ...title, [value]: event.target.value })}
              onPressEnter={(event) => isNamed && !event.nativeEvent.isComposing && mutate()}
            />
          </div>
        ))}
      </div>
      <p className={style['hint']}>{t('dashboard.list.renameHint')}</p>
    </Modal>
  );
}
