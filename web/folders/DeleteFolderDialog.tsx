import { useQuery } from '@tanstack/react-query';
import Modal from 'antd/es/modal';
import Spin from 'antd/es/spin';
import { useTranslation } from 'react-i18next';

import type { Folder } from '#contract/folders/routes.ts';
import { call } from '#web/http/client.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { useDeleteFolder } from './actions.ts';
import style from './Dialogs.module.css';
import { EffectList } from './MoveEffects.tsx';

export type DeleteFolderDialogProps = { folder: Folder; onDelete: (() => void) | undefined; onClose: () => void };

/** Confirms the deletion of a folder: lists the items that move one level up, and who gains or loses access. */
export function DeleteFolderDialog({ folder, onDelete, onClose }: DeleteFolderDialogProps) {
  const { t } = useTranslation();
  useReturnFocus();
  const { id, kind, name } = folder;
  const { data, error } = useQuery({
    queryKey: ['folders', id, 'deletion'],
    queryFn: ({ signal }) => call('GET /folders/:id/deletion', { id }, signal),
    throwOnError: false,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  const { remove, isPending } = useDeleteFolder(folder, () => {
    onClose();
    onDelete?.();
  });
  const isEmpty = data?.count === 0;
  return (
    <Modal
      open
      width={480}
      title={t('folders.deleteTitle', { name })}
      okText={t(data && !isEmpty ? 'folders.deleteAndMove' : 'folders.delete')}
      okButtonProps={{ danger: true, disabled: !data }}
      confirmLoading={isPending}
      onOk={remove}
      onCancel={onClose}
    >
      {error && <p className={style['error']}>{sentenceOf(error)}</p>}
      {!data && !error && <Spin delay={300} />}
      {isEmpty && <p>{t('folders.deleteEmpty')}</p>}
      {data && !isEmpty && (
        <>
          <p>{t(`folders.deleteText.${kind}`)}</p>
          <ul className={style['inside']} aria-label={t('folders.inside')}>
            {data.names.map((each, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- names may be equal
              <li key={index}>
                <bdi>{each}</bdi>
              </li>
            ))}
            {data.count > data.names.length && (
              <li>{t('folders.moreInside', { count: data.count - data.names.length })}</li>
            )}
          </ul>
          <EffectList kind={kind} preview={data} />
        </>
      )}
    </Modal>
  );
}
