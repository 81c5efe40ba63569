import { useMutation } from '@tanstack/react-query';
import Form from 'antd/es/form';
import Input from 'antd/es/input/Input';
import Modal from 'antd/es/modal';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';

import type { ListedMember } from '#contract/accounts/routes.ts';
import type { MemberGroup } from '#contract/groups/routes.ts';
import { call } from '#web/http/client.ts';
import { toastProblem } from '#web/ui/problem.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import style from './GroupDialog.module.css';

type GroupForm = Omit<MemberGroup, 'id' | 'claimed'>;
type GroupDialogProps = { group: MemberGroup | undefined; members: ListedMember[]; onClose: () => void };

const emptyGroup: GroupForm = { name: '', description: '', claim: '', members: [] };

/** Creates or changes a group of members. */
export function GroupDialog({ group, members, onClose }: GroupDialogProps) {
  const { t } = useTranslation();
  const [form] = Form.useForm<GroupForm>();
  useReturnFocus();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ name, description, claim, members: ids }: GroupForm) => {
      const fields = { name, description, claim: claim?.trim() || null, members: ids };
      return group ? call('PUT /groups/:id', { id: group.id, ...fields }) : call('POST /groups', fields);
    },
    onSuccess: onClose,
    onError: toastProblem,
  });
  return (
    <Modal
      open
      width={520}
      title={t(group ? 'groups.editTitle' : 'groups.add')}
      okText={t('common.save')}
      confirmLoading={isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form
        name="group"
        className={style['form'] ?? ''}
        form={form}
        layout="vertical"
        requiredMark={false}
        initialValues={group ?? emptyGroup}
        onFinish={mutate}
      >
        <Form.Item
          name="name"
          label={t('groups.name')}
          rules={[{ required: true, whitespace: true, message: t('groups.nameNeeded') }]}
        >
          <Input autoFocus maxLength={100} />
        </Form.Item>
        <Form.Item name="description" label={t('groups.description')}>
          <Input maxLength={500} />
        </Form.Item>
        <Form.Item name="members" label={t('groups.members')}>
          <Select
            mode="multiple"
            showSearch={{ optionFilterProp: 'label' }}
            options={members.map(({ id, name, username }) => ({ value: id, label: `${name} (${username})` }))}
          />
        </Form.Item>
        <Form.Item name="claim" label={t('groups.claim')} extra={t('groups.claimText')}>
          <Input maxLength={200} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
