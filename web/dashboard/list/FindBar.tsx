import { SearchOutlined } from '@ant-design/icons';
import Input from 'antd/es/input/Input';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import type { ListedDashboard } from '#contract/dashboards.ts';
import type { Language } from '#contract/language.ts';
import { PlainSelect } from '#web/ui/PlainSelect.tsx';
import { TabLinks } from '#web/ui/TabLinks.tsx';
import style from './FindBar.module.css';
import { partOf, shows, sorts, type Wanted } from './finding.ts';

type Props = {
  dashboards: ListedDashboard[];
  wanted: Wanted;
  reader: { id: string | undefined; language: Language };
};

/** Which part of the list, by which words and in which order: all of it stands in the address. */
export function FindBar({ dashboards, wanted, reader }: Props) {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const change = (name: string, value: string) => {
    const next = new URLSearchParams(search);
    if (value) next.set(name, value);
    else next.delete(name);
    return next;
  };
  const replace = (name: string, value: string) => setSearch(change(name, value), { replace: true });
  const tabs = shows.map((show) => ({
    to: `?${change('show', show === 'all' ? '' : show)}`,
    text: t(`dashboard.list.shows.${show}`),
    selected: show === wanted.show,
    count: String(partOf(dashboards, show, reader).length),
  }));
  return (
    <div className={style['bar']}>
      <TabLinks label={t('dashboard.list.parts')} tabs={tabs} />
      <div className={style['find']}>
        <Input
          type="search"
          allowClear
          prefix={<SearchOutlined aria-hidden />}
          aria-label={t('dashboard.list.search')}
          placeholder={t('dashboard.list.search')}
          value={wanted.search}
          onChange={(event) => replace('q', event.target.value)}
        />
        <PlainSelect
          label={t('dashboard.list.sort')}
          value={wanted.sort}
          options={sorts.map((sort) => ({ value: sort, text: t(`dashboard.list.sorts.${sort}`) }))}
          onChange={(sort) => replace('sort', sort)}
        />
      </div>
    </div>
  );
}
