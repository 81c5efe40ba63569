import { useQuery } from '@tanstack/react-query';
import Modal from 'antd/es/modal';
import Spin from 'antd/es/spin';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { FolderKind } from '#contract/folders/routes.ts';
import { foldersQuery } from '#web/http/folders.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { type MovedItems, useMove } from './actions.ts';
import { type ChosenFolder, FolderPicker } from './FolderPicker.tsx';
import { MoveEffects } from './MoveEffects.tsx';

export type MoveDialogProps = {
  kind: FolderKind;
  /** The name of the moved item. */
  name: string;
  moved: MovedItems;
  /** Its current folder, unless it is a folder itself. */
  current?: string | null;
  onClose: () => void;
};

/** Moves an item to a folder, and shows who gains or loses access. */
export function MoveDialog({ kind, name, moved, current, onClose }: MoveDialogProps) {
  const { t } = useTranslation();
  useReturnFocus();
  const { data: folders } = useQuery({ ...foldersQuery(kind), throwOnError: false });
  const [target, setTarget] = useState<ChosenFolder>();
  const { mutate, isPending } = useMove(moved, onClose);
  const { folders: excluded = [] } = moved;
  const place = current === undefined ? folders?.find(({ id }) => excluded.includes(id))?.parent : current;
  const targetName = folders?.find(({ id }) => id === target)?.name ?? t(`folders.top.${kind}`);
  return (
    <Modal
      open
      width={480}
      title={t('folders.moveTitle', { name })}
      okText={t('folders.moveHere')}
      okButtonProps={{ disabled: target === undefined }}
      confirmLoading={isPending}
      onOk={() => target !== undefined && mutate({ folder: target, name: targetName })}
      onCancel={onClose}
    >
      {folders ? (
        <FolderPicker
          kind={kind}
          folders={folders}
          value={target}
          current={place}
          excluded={excluded}
          onChange={setTarget}
        />
      ) : (
        <Spin delay={300} />
      )}
      {target !== undefined && <MoveEffects kind={kind} folder={target} moved={moved} />}
    </Modal>
  );
}
