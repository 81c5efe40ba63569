import { useQuery } from '@tanstack/react-query';
import Modal from 'antd/es/modal';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

import { useMove } from './actions.ts';
import type { DraggedItem, DropTarget } from './drag.ts';
import { changesNothing, MoveEffects, movePreviewQuery } from './MoveEffects.tsx';

export type DroppedMoveProps = { item: DraggedItem; target: DropTarget; onClose: () => void };

/** Moves an item dropped on a folder: at once if nobody gains or loses access, else after confirmation. */
export function DroppedMove({ item: { kind, name, moved }, target, onClose }: DroppedMoveProps) {
  const { t } = useTranslation();
  const { data: preview, error } = useQuery(movePreviewQuery(target.id, moved));
  const { mutate, isPending, isIdle } = useMove(moved, onClose, onClose);
  const isSimple = preview !== undefined && changesNothing(preview);
  const isDue = isSimple && isIdle;
  useEffect(() => {
    if (isDue) mutate({ folder: target.id, name: target.name });
  }, [isDue, mutate, target.id, target.name]);
  if (isSimple || !(preview ?? error)) return null;
  return (
    <Modal
      open
      width={480}
      title={t('folders.dropTitle', { name, folder: target.name })}
      okText={t('folders.moveHere')}
      okButtonProps={{ disabled: error !== null }}
      confirmLoading={isPending}
      onOk={() => mutate({ folder: target.id, name: target.name })}
      onCancel={onClose}
    >
      <MoveEffects kind={kind} folder={target.id} moved={moved} />
    </Modal>
  );
}
