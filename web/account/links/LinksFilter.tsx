import { SearchOutlined } from '@ant-design/icons';
import Input from 'antd/es/input/Input';
import Select from 'antd/es/select';
import { useTranslation } from 'react-i18next';

import { type ListedShare, shareStates } from '#contract/shares/routes.ts';
import { type LinksFilterParams, nobody } from './links-filter.ts';
import style from './Links.module.css';

type LinksFilterProps = {
  shares: ListedShare[];
  isOwner: boolean;
  chosen: LinksFilterParams;
  choose: (next: LinksFilterParams) => void;
};

/** Filters links by text, state and creator. */
export function LinksFilter({ shares, isOwner, chosen, choose }: LinksFilterProps) {
  const { t } = useTranslation();
  const creators = new Map(shares.map(({ by }) => [by?.id ?? nobody, by?.name ?? t('account.links.nobody')]));
  const field = (name: 'state' | 'creator') => ({
    allowClear: true,
    placeholder: t(`account.links.any.${name}`),
    'aria-label': t(`account.links.any.${name}`),
    value: chosen[name] ?? null,
    onChange: (value: string | null | undefined) => choose({ [name]: value ?? '' }),
  });
  return (
    <div className={style['filter']}>
      <Input
        allowClear
        prefix={<SearchOutlined aria-hidden />}
        aria-label={t('account.links.search')}
        placeholder={t('account.links.search')}
        defaultValue={chosen.search ?? ''}
        onChange={({ target }) => choose({ search: target.value })}
      />
      <Select
        {...field('state')}
        options={shareStates.map((state) => ({ value: state, label: t(`account.links.states.${state}`) }))}
      />
      {isOwner && (
        <Select
          {...field('creator')}
          showSearch={{ optionFilterProp: 'label' }}
          options={[...creators].map(([value, label]) => ({ value, label }))}
        />
      )}
    </div>
  );
}
