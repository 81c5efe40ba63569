import { CloseOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';

import { maxNamed, type Right } from '#contract/access.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { PlainSelect } from '#web/ui/PlainSelect.tsx';
import style from './AccessDialog.module.css';
import type { Named } from './draft.ts';
import { namesQuery } from './queries.ts';

type Props = {
  members: Named[];
  maker: string | undefined;
  /** Whether all others may view already, so that naming someone lets them edit. */
  isToEdit: boolean;
  onChange: (members: Named[]) => void;
};

/** Members by name, each with what they may do. */
export function NamedMembers({ members, maker, isToEdit, onChange }: Props) {
  const { t } = useTranslation();
  const { data: names = [], isPending } = useQuery({ ...namesQuery, throwOnError: false });
  const shown = isToEdit ? members.filter(({ right }) => right === 'edit') : members;
  const isFree = ({ id, role }: (typeof names)[number]) =>
    id !== maker && role !== 'owner' && !(isToEdit && role === 'viewer') && shown.every((each) => each.id !== id);
  const handleAdd = (id: string) => {
    const found = names.find((each) => each.id === id);
    if (!found) return;
    const right: Right = isToEdit ? 'edit' : 'view';
    onChange([...members.filter((each) => each.id !== id), { ...found, right }]);
  };
  return (
    <div className={style['named']}>
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        value={null}
        loading={isPending}
        disabled={members.length >= maxNamed}
        aria-label={t('access.add')}
        placeholder={t(isToEdit ? 'access.addEditor' : 'access.add')}
        notFoundContent={t('access.nobodyLeft')}
        options={names.filter(isFree).map(({ id, name, role }) => ({
          value: id,
          label: t('common.pair', { name, value: t(`roles.${role}`) }),
        }))}
        onChange={(id: string | null) => id !== null && handleAdd(id)}
      />
      {shown.length > 0 && (
        <ul className={style['members']}>
          {shown.map((each) => (
            <Member
              key={each.id}
              member={each}
              isToEdit={isToEdit}
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

type RowProps = { member: Named; isToEdit: boolean; onChange: (right: Right) => void; onRemove: () => void };

function Member({ member: { name, avatar, role, right }, isToEdit, onChange, onRemove }: RowProps) {
  const { t } = useTranslation();
  // A viewer edits nothing, whatever they are given.
  const offered: Right[] = role === 'viewer' ? ['view'] : isToEdit ? ['edit'] : ['view', 'edit'];
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
