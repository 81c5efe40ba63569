import { useQuery } from '@tanstack/react-query';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';

import { meQuery } from '#web/http/me.ts';
import { namesQuery } from './queries.ts';

type MemberSelectProps = {
  label: string;
  className?: string;
  value: string | undefined;
  onChange: (member: string | undefined) => void;
};

/** Selects a member other than the current one. */
export function MemberSelect({ label, className = '', value, onChange }: MemberSelectProps) {
  const { t } = useTranslation();
  const { data: members = [] } = useQuery({ ...namesQuery, throwOnError: false });
  const { data: me } = useQuery({ ...meQuery, throwOnError: false });
  return (
    <Select
      className={className}
      aria-label={label}
      placeholder={t('seeAs.choose')}
      showSearch={{ optionFilterProp: 'label' }}
      value={value ?? null}
      options={members
        .filter(({ id }) => id !== me?.id)
        .map(({ id, name, role }) => ({
          value: id,
          label: t('common.pair', { name, value: t(`roles.${role}`) }),
        }))}
      onChange={(id: string | null) => onChange(id ?? undefined)}
    />
  );
}
