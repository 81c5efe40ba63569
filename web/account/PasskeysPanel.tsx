import { useMutation, useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Passkey } from '#contract/accounts/passkeys.ts';
import { call } from '#web/http/client.ts';
import { offersPasskeys } from '#web/http/passkey.ts';
import { clip } from '#web/ui/Clip.tsx';
import { confirmDanger } from '#web/ui/confirm.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { showMoment } from '#web/ui/Moment.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import { actionColumn, RowActions } from '#web/ui/RowActions.tsx';
import { PasskeyDialog } from './PasskeyDialog.tsx';
import { RenameDialog } from './RenameDialog.tsx';
import style from './TwoStep.module.css';

/** The member's passkeys. */
export function PasskeysPanel() {
  const { t } = useTranslation();
  const [isAdding, setAdding] = useState(false);
  const [renaming, setRenaming] = useState<Passkey>();
  const { data: passkeys } = useQuery({ queryKey: ['passkeys'], queryFn: () => call('GET /me/passkeys', {}) });
  const { mutate: remove } = useMutation({
    mutationFn: ({ id }: Passkey) => call('DELETE /me/passkeys/:id', { id }),
    onError: toastProblem,
  });
  const confirmRemoval = (passkey: Passkey) =>
    confirmDanger({
      title: t('account.passkeys.removeTitle', { name: passkey.name }),
      text: t('account.passkeys.removeText'),
      yes: t('account.passkeys.remove'),
      onYes: () => remove(passkey),
    });
  const columns = [
    { title: t('account.passkeys.name'), dataIndex: 'name', render: clip },
    { title: t('account.passkeys.added'), dataIndex: 'createdAt', render: showMoment },
    { title: t('account.passkeys.used'), dataIndex: 'lastUsedAt', render: showMoment },
    {
      ...actionColumn,
      render: (passkey: Passkey) => (
        <RowActions>
          <Button size="small" onClick={() => setRenaming(passkey)}>
            {t('account.passkeys.rename')}
          </Button>
          <Button size="small" onClick={() => void confirmRemoval(passkey)}>
            {t('account.passkeys.remove')}
          </Button>
        </RowActions>
      ),
    },
  ];
  const isOffered = offersPasskeys();
  return (
    <Panel
      title={t('account.passkeys.title')}
      extra={isOffered && <Button onClick={() => setAdding(true)}>{t('account.passkeys.add')}</Button>}
    >
      <p className={style['quiet']}>{t(isOffered ? 'account.passkeys.lead' : 'account.passkeys.unavailable')}</p>
      {passkeys && passkeys.length > 0 && <DataTable rows={passkeys} columns={columns} empty="" />}
      {isAdding && <PasskeyDialog onClose={() => setAdding(false)} />}
      {renaming && (
        <RenameDialog
          title={t('account.passkeys.renameTitle')}
          name={renaming.name}
          submit={(name) => call('PATCH /me/passkeys/:id', { id: renaming.id, name })}
          onClose={() => setRenaming(undefined)}
        />
      )}
    </Panel>
  );
}
