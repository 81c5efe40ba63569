import { CloseOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';

import { maxAccessMembers, type Right } from '#contract/access/routes.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { PlainSelect } from '#web/ui/PlainSelect.tsx';
import style from './AccessDialog.module.css';
import type { NamedWithRight } from './draft.ts';
import { namesQuery } from './queries.ts';

type NamedMembersProps = {
  members: NamedWithRight[];
  creator: string | undefined;
  /** Whether everyone may already view, so that adding a member grants edit. */
  grantsEdit: boolean;
  onChange: (members: NamedWithRight[]) => void;
};

/** Named members, each with their right. */
export function NamedMembers({ members, creator, grantsEdit, onChange }: NamedMembersProps) {
  const { t } = useTranslation();
  const { data: names = [], isPending } = useQuery({ ...namesQuery, throwOnError: false });
  const visibleMembers = grantsEdit ? members.filter(({ right }) => right === 'edit') : members;
  const isFree = ({ id, role }: (typeof names)[number]) =>
    id !== creator &&
    role !== 'owner' &&
    !(grantsEdit && role === 'viewer') &&
    visibleMembers.every((each) => each.id !== id);
  const handleAdd = (id: string) => {
    const member = names.find((each) => each.id === id);
    if (!member) return;
    const right: Right = grantsEdit ? 'edit' : 'view';
    onChange([...members.filter((each) => each.id !== id), { ...member, right }]);
  };
  return (
    <div className={style['named']}>
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        value={null}
        loading={isPending}
        disabled={members.length >= maxAccessMembers}
        aria-label={t('access.add')}
        placeholder={t(grantsEdit ? 'access.addEditor' : 'access.add')}
        notFoundContent={t('access.nobodyLeft')}
        options={names.filter(isFree).map(({ id, name, role }) => ({
          value: id,
          label: t('common.pair', { name, value: t(`roles.${role}`) }),
        }))}
        onChange={(id: string | null) => id !== null && handleAdd(id)}
      />
      {visibleMembers.length > 0 && (
        <ul className={style['members']}>
          {visibleMembers.map((each) => (
            <NamedMemberRow
              key={each.id}
              member={each}
              grantsEdit={grantsEdit}
              onChange={(right) =>
                onChange(members.map((other) => (other.id === each.id ? { ...other, right } : other)))
              }
              onRemove={() => onChange(members.filter(({ id }) => id !== each.id))}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

type NamedMemberRowProps = {
  member: NamedWithRight;
  grantsEdit: boolean;
  onChange: (right: Right) => void;
  onRemove: () => void;
};

function NamedMemberRow({
  member: { name, avatar, role, right },
  grantsEdit,
  onChange,
  onRemove,
}: NamedMemberRowProps) {
  const { t } = useTranslation();
  // A viewer can never edit, whatever right they have.
  const offered: Right[] = role === 'viewer' ? ['view'] : grantsEdit ? ['edit'] : ['view', 'edit'];
  return (
    <li>
      <Avatar size={24} name={name} picture={avatar} />
      <bdi title={name}>{name}</bdi>
      <small>{t(`roles.${role}`)}</small>
      {offered.length > 1 ? (
        <PlainSelect
          label={t('access.rightOf', { name })}
          value={right}
          options={offered.map((value) => ({ value, text: t(`access.rights.${value}`) }))}
          onChange={onChange}
        />
      ) : (
        <span className={style['fixed']}>{t(`access.rights.${offered[0]!}`)}</span>
      )}
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined aria-hidden />}
        aria-label={t('access.remove', { name })}
        onClick={onRemove}
      />
    </li>
  );
}
