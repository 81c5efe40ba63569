import { FolderOutlined } from '@ant-design/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import Modal from 'antd/es/modal';
import Radio from 'antd/es/radio';
import Spin from 'antd/es/spin';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { type AudienceList, rights, type SharedKind, sharings, type Sharing } from '#contract/access/routes.ts';
import { call } from '#web/http/client.ts';
import { meQuery } from '#web/http/me.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { PlainSelect } from '#web/ui/PlainSelect.tsx';
import { sentenceOf, toastProblem } from '#web/ui/problem.ts';
import { toast } from '#web/ui/toast.ts';
import style from './AccessDialog.module.css';
import { accessOf, type AccessDraft, draftOf, hasInherited, hasNames, losesAccess } from './draft.ts';
import { NamedMembers } from './NamedMembers.tsx';
import { audienceQuery } from './queries.ts';

export type AccessDialogProps = { kind: SharedKind; id: string; onClose: () => void };

/** Sets who can see a dashboard, an application or a folder: its creator only, named members, or everyone. */
export function AccessDialog(props: AccessDialogProps) {
  const { t } = useTranslation();
  useReturnFocus();
  const { data: audience, error } = useQuery({ ...audienceQuery(props.kind, props.id), throwOnError: false });
  if (audience) return <AccessForm {...props} audience={audience} />;
  return (
    <Modal open width={520} title={t('access.title')} footer={null} onCancel={props.onClose}>
      {error ? <p role="alert">{sentenceOf(error)}</p> : <Spin delay={300} />}
    </Modal>
  );
}

function AccessForm({ kind, id, onClose, audience }: AccessDialogProps & { audience: AudienceList }) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<AccessDraft>(() => draftOf(audience));
  const change = (part: Partial<AccessDraft>) => setDraft((now) => ({ ...now, ...part }));
  const { data: me } = useQuery({ ...meQuery, throwOnError: false });
  const { mutate, isPending } = useSave({ kind, id, onClose });
  const creator = audience.by?.name ?? t('access.nobody');
  const isInherited = me !== undefined && hasInherited(audience, me.id);
  const isShutOut = me !== undefined && !isInherited && losesAccess(draft, me, audience.by?.id);
  return (
    <Modal
      open
      width={520}
      title={t('access.title')}
      okText={t('common.save')}
      confirmLoading={isPending}
      onOk={() => mutate(draft)}
      onCancel={onClose}
    >
      <p className={style['note']}>{t(`access.lead.${kind}`)}</p>
      <Radio.Group
        className={style['choices'] ?? ''}
        aria-label={t('access.title')}
        value={draft.sharing}
        onChange={(event) => change({ sharing: event.target.value as Sharing })}
        options={sharings.map((value) => ({
          value,
          label: (
            <span className={style['choice']}>
              {t(`access.sharings.${value}`)}
              <small dir="auto">{t(`access.sharingTexts.${value}`, { name: creator })}</small>
            </span>
          ),
        }))}
      />
      {draft.sharing === 'everyone' && (
        <p className={style['everyone']}>
          <span>{t('access.everyone')}</span>
          <PlainSelect
            label={t('access.everyone')}
            value={draft.everyone}
            options={rights.map((value) => ({ value, text: t(`access.rights.${value}`) }))}
            onChange={(everyone) => change({ everyone })}
          />
        </p>
      )}
      {hasNames(draft) && (
        <NamedMembers
          members={draft.members}
          creator={audience.by?.id}
          grantsEdit={draft.sharing === 'everyone'}
          onChange={(members) => change({ members })}
        />
      )}
      <InheritedAccess inherited={audience.inherited} by={audience.by} />
      {isShutOut && (
        <p className={style['warning']} role="status">
          {t('access.shutOut')}
        </p>
      )}
    </Modal>
  );
}

function useSave({ kind, id, onClose }: AccessDialogProps) {
  const { t } = useTranslation();
  return useMutation({
    mutationFn: (draft: AccessDraft) => {
      return call(`PUT /${kind}s/:id/access`, { id, ...accessOf(draft) });
    },
    onSuccess: () => {
      onClose();
      void toast('success', t('common.saved'));
    },
    onError: toastProblem,
  });
}

/** Members who have access through a parent folder; it can only be changed there. */
function InheritedAccess({ inherited, by }: Pick<AudienceList, 'inherited' | 'by'>) {
  const { t } = useTranslation();
  if (!inherited) return null;
  const { everyone, members } = inherited;
  const rows = [
    ...(everyone ? [{ id: '', name: t('access.everyone'), right: everyone }] : []),
    // The creator has access anyway.
    ...members.filter(
      ({ id, right }) => id !== by?.id && (everyone === null || (everyone === 'view' && right === 'edit')),
    ),
  ];
  if (rows.length === 0) return null;
  return (
    <section className={style['inherited']}>
      <h3>
        <FolderOutlined aria-hidden /> {t('access.inherited')}
      </h3>
      <ul className={style['members']}>
        {rows.map(({ id, name, right }) => (
          <li key={id}>
            <bdi title={name}>{name}</bdi>
            <small />
            <span className={style['fixed']}>{t(`access.rights.${right}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
