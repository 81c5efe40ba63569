import { useMutation } from '@tanstack/react-query';
import Input from 'antd/es/input/Input';
import Modal from 'antd/es/modal';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Folder, FolderKind } from '#contract/folders/routes.ts';
import { call } from '#web/http/client.ts';
import { waitForRefetches } from '#web/http/refetch-stale.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import style from './Dialogs.module.css';

export type FolderNameDialogProps = { onClose: () => void } & (
  | { folder: Folder }
  | { kind: FolderKind; parent: string | null }
);

/** Creates a folder, or renames one. */
export function FolderNameDialog({ onClose, ...subject }: FolderNameDialogProps) {
  const { t } = useTranslation();
  const field = useId();
  useReturnFocus();
  const isNew = !('folder' in subject);
  const [name, setName] = useState(isNew ? '' : subject.folder.name);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      isNew ? call('POST /folders', { ...subject, name }) : call('PATCH /folders/:id', { id: subject.folder.id, name }),
    onSuccess: async () => {
      await waitForRefetches();
      onClose();
    },
  });
  const isNamed = name.trim() !== '';
  return (
    <Modal
      open
      width={440}
      title={t(isNew ? 'folders.new' : 'folders.renameTitle')}
      okText={t(isNew ? 'folders.create' : 'common.save')}
      okButtonProps={{ disabled: !isNamed }}
      confirmLoading={isPending}
      onOk={() => mutate()}
      onCancel={onClose}
    >
      <label htmlFor={field}>{t('folders.name')}</label>
      <Input
        id={field}
        autoFocus
        dir="auto"
        maxLength={100}
        value={name}
        {...(error && { status: 'error' as const })}
        aria-describedby={`${field}-note`}
        onChange={(event) => setName(event.target.value)}
        onPressEnter={(event) => isNamed && !event.nativeEvent.isComposing && mutate()}
      />
      <p id={`${field}-note`} className={error ? style['error'] : style['note']} role={error ? 'alert' : undefined}>
        {error ? sentenceOf(error) : isNew && t(subject.parent === null ? 'folders.openHint' : 'folders.innerHint')}
      </p>
    </Modal>
  );
}
