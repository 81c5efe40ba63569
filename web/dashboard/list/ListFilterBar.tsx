import { SearchOutlined } from '@ant-design/icons';
import Input from 'antd/es/input/Input';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import type { ListedDashboard } from '#contract/dashboards/routes.ts';
import type { Language } from '#domain/language.ts';
import { PlainSelect } from '#web/ui/PlainSelect.tsx';
import { TabLinks } from '#web/ui/TabLinks.tsx';
import style from './ListFilterBar.module.css';
import { partOf, type ListPart, shows, sorts, type ListFilter } from './list-filter.ts';

type ListFilterBarProps = {
  dashboards: ListedDashboard[];
  filter: ListFilter;
  reader: { id: string | undefined; language: Language };
};

/** Tabs, search and order of the list; the state is in the URL. */
export function ListFilterBar({ dashboards, filter, reader }: ListFilterBarProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const change = (name: string, value: string) => {
    const next = new URLSearchParams(search);
    if (value) next.set(name, value);
    else next.delete(name);
    return next;
  };
  const replace = (name: string, value: string) => setSearch(change(name, value), { replace: true });
  // All tabs except the first one list dashboards across folders.
  const linkTo = (show: ListPart) => {
    const next = change('show', show === 'all' ? '' : show);
    if (show !== 'all') next.delete('folder');
    return `?${next}`;
  };
  const tabs = shows.map((show) => ({
    to: linkTo(show),
    text: t(`dashboard.list.shows.${show}`),
    selected: show === filter.show,
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
          value={filter.search}
          onChange={(event) => replace('q', event.target.value)}
        />
        <PlainSelect
          label={t('dashboard.list.sort')}
          value={filter.sort}
          options={sorts.map((sort) => ({ value: sort, text: t(`dashboard.list.sorts.${sort}`) }))}
          onChange={(sort) => replace('sort', sort)}
        />
      </div>
    </div>
  );
}
