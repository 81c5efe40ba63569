import { useQuery } from '@tanstack/react-query';
import Modal from 'antd/es/modal';
import Select from 'antd/es/select';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Folder } from '#contract/folders/routes.ts';
import { foldersQuery } from '#web/http/folders.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { useMove } from './actions.ts';
import style from './Dialogs.module.css';
import { pathTextOf, type PlacedItem } from './folder-paths.ts';
import { MoveEffects } from './MoveEffects.tsx';

/** An item that can be moved to the folder. */
export type MovableItem = PlacedItem & { id: string; name: string };
export type AddToFolderDialogProps = { folder: Folder; items: MovableItem[]; onClose: () => void };

/** The maximum number of items in one move. */
const maxItems = 200;

/** Moves several dashboards or applications to a folder. */
export function AddToFolderDialog({ folder, items, onClose }: AddToFolderDialogProps) {
  const { t } = useTranslation();
  const field = useId();
  useReturnFocus();
  const { id, kind, name } = folder;
  const { data: folders = [] } = useQuery({ ...foldersQuery(kind), throwOnError: false });
  const [chosen, setChosen] = useState<string[]>([]);
  const moved = { [`${kind}s`]: chosen };
  const { mutate, isPending } = useMove(moved, onClose);
  const labelOf = (item: MovableItem) => {
    const path = pathTextOf(folders, item.folder);
    return path ? t('folders.inPath', { name: item.name, path }) : item.name;
  };
  return (
    <Modal
      open
      width={480}
      title={t('folders.addTitle', { name })}
      okText={t('folders.moveHere')}
      okButtonProps={{ disabled: chosen.length === 0 }}
      confirmLoading={isPending}
      onOk={() => mutate({ folder: id, name })}
      onCancel={onClose}
    >
      <label htmlFor={field}>{t(`folders.addLabel.${kind}`)}</label>
      <Select
        id={field}
        mode="multiple"
        className={style['select'] ?? ''}
        showSearch={{ optionFilterProp: 'label' }}
        maxCount={maxItems}
        value={chosen}
        notFoundContent={t('folders.nothingToAdd')}
        options={items.filter((item) => item.folder !== id).map((item) => ({ value: item.id, label: labelOf(item) }))}
        onChange={setChosen}
      />
      {chosen.length > 0 && <MoveEffects kind={kind} folder={id} moved={moved} />}
    </Modal>
  );
}
