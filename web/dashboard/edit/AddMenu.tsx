import { PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { allDatasetsQuery } from '#web/http/run-query.ts';
import { Menu } from '#web/ui/Menu.tsx';
import type { MenuItem } from '#web/ui/menu-trigger.ts';
import { type ChoiceKind, ChooseDialog } from './ChooseDialog.tsx';
import { addCard, addTab, isFull, maxTabs, newId, type NewCard, noTexts } from '#domain/dashboard/dashboard-edits.ts';
import { useEditing } from './editing-context.ts';
import { sqlCard } from '#web/explore/new-chart.ts';

const text: NewCard = { kind: 'text', title: noTexts, text: noTexts, numbers: [] };
const divider: NewCard = { kind: 'divider', title: noTexts, isFolded: false };

/** Menu of everything that can be added to a dashboard. */
export function AddMenu({ isPlain = false }: { isPlain?: boolean }) {
  const { t } = useTranslation();
  const { now, tab, change, select, openTab } = useEditing();
  const { data: datasets = [] } = useQuery({ ...allDatasetsQuery, throwOnError: false });
  const [choosing, setChoosing] = useState<ChoiceKind | null>(null);
  const add = (card: NewCard) => {
    const id = newId();
    change((dashboard) => addCard(dashboard, tab.id, card, id));
    select({ kind: 'card', id });
  };
  const addNewTab = () => {
    const id = newId();
    change((dashboard) => addTab(dashboard, noTexts, id));
    openTab(id);
    select({ kind: 'tab', id });
  };
  const cards: MenuItem[] = [
    { key: 'chart', text: t('dashboard.edit.add.chart'), onSelect: () => setChoosing('dataset') },
    { key: 'sql', text: t('dashboard.edit.add.sql'), onSelect: () => add(sqlCard(datasets)) },
    { key: 'saved', text: t('dashboard.edit.add.saved'), onSelect: () => setChoosing('chart') },
    { key: 'text', text: t('dashboard.edit.add.text'), onSelect: () => add(text) },
    { key: 'divider', text: t('dashboard.edit.add.divider'), onSelect: () => add(divider) },
  ];
  const items: MenuItem[] = [
    ...(isFull(now) ? [] : cards),
    ...(now.tabs.length < maxTabs ? [{ key: 'tab', text: t('dashboard.edit.add.tab'), onSelect: addNewTab }] : []),
  ];
  return (
    <>
      <Menu label={t('dashboard.edit.add.label')} items={items}>
        <Button icon={<PlusOutlined aria-hidden />} aria-haspopup="menu" {...(!isPlain && { type: 'dashed' })}>
          {t('dashboard.edit.add.label')}
        </Button>
      </Menu>
      {choosing && <ChooseDialog kind={choosing} onClose={() => setChoosing(null)} />}
    </>
  );
}
