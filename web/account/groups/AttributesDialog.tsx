import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Input from 'antd/es/input/Input';
import Modal from 'antd/es/modal';
import Select from 'antd/es/select';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Member } from '#contract/accounts/routes.ts';
import { maxAttributes, maxAttributeValues, type MemberAttributes } from '#contract/groups/routes.ts';
import { call } from '#web/http/client.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { toast } from '#web/ui/toast.ts';
import style from './AttributesDialog.module.css';

type AttributeDraft = { key: number; name: string; values: string[] };

const draftsOf = (attributes: MemberAttributes): AttributeDraft[] => {
  const list = Object.entries(attributes).map(([name, values], key) => ({ key, name, values }));
  return list.length > 0 ? list : [{ key: 0, name: '', values: [] }];
};

/** The attributes of a member, which row rules refer to. */
export function AttributesDialog({ member, onClose }: { member: Pick<Member, 'id' | 'name'>; onClose: () => void }) {
  const { t } = useTranslation();
  useReturnFocus();
  const { data } = useQuery({
    queryKey: ['members', member.id, 'attributes'],
    queryFn: () => call('GET /members/:id/attributes', { id: member.id }),
  });
  const [drafts, setDrafts] = useState<AttributeDraft[]>();
  const list = drafts ?? (data && draftsOf(data)) ?? [];
  const filled = list.filter(({ name, values }) => name.trim() !== '' || values.length > 0);
  const names = filled.map(({ name }) => name.trim());
  const isComplete = !names.includes('') && new Set(names).size === names.length;
  const change = (changed: AttributeDraft) =>
    setDrafts(list.map((each) => (each.key === changed.key ? changed : each)));
  const { mutate, isPending } = useMutation({
    mutationFn: () => {
      const attributes = Object.fromEntries(filled.map(({ name, values }) => [name.trim(), values]));
      return call('PUT /members/:id/attributes', { id: member.id, attributes });
    },
    onSuccess: () => {
      void toast('success', t('common.saved'));
      onClose();
    },
    onError: toastProblem,
  });
  return (
    <Modal
      open
      width={520}
      title={t('attributes.title', { name: member.name })}
      okText={t('common.save')}
      okButtonProps={{ disabled: !data || !isComplete }}
      confirmLoading={isPending}
      onOk={() => mutate()}
      onCancel={onClose}
    >
      <p className={style['lead']}>{t('attributes.lead')}</p>
      <div className={style['list']}>
        {list.map((each) => (
          <div key={each.key} className={style['attribute']} role="group" aria-label={t('attributes.attribute')}>
            <Input
              aria-label={t('attributes.name')}
              placeholder={t('attributes.nameExample')}
              maxLength={100}
              value={each.name}
              onChange={(event) => change({ ...each, name: event.target.value })}
            />
            <Select
              mode="tags"
              aria-label={t('attributes.values')}
              placeholder={t('attributes.valuesExample')}
              maxCount={maxAttributeValues}
              tokenSeparators={[',', '，', ';', '；', '\n', '\t']}
              notFoundContent={null}
              value={each.values}
              onChange={(values: string[]) =>
                change({ ...each, values: values.map((value) => value.trim()).filter(Boolean) })
              }
            />
            <Button
              type="text"
              aria-label={t('attributes.remove')}
              icon={<CloseOutlined aria-hidden />}
              onClick={() => setDrafts(list.filter(({ key }) => key !== each.key))}
            />
          </div>
        ))}
      </div>
      <Button
        size="small"
        icon={<PlusOutlined aria-hidden />}
        disabled={list.length >= maxAttributes}
        onClick={() =>
          setDrafts([...list, { key: Math.max(0, ...list.map(({ key }) => key)) + 1, name: '', values: [] }])
        }
      >
        {t('attributes.add')}
      </Button>
    </Modal>
  );
}
