import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import { changeTab, removeTab, moveByOne } from '#domain/dashboard/dashboard-edits.ts';
import { useEditing } from './editing-context.ts';
import style from './Panel.module.css';
import { TextsField } from './TextsField.tsx';

/** Title and position of a tab. */
export function TabPanel({ id }: { id: string }) {
  const { t } = useTranslation();
  const { now, change, select } = useEditing();
  const tab = now.tabs.find((each) => each.id === id);
  if (!tab) return null;
  const shift = (step: -1 | 1) => change((dashboard) => ({ ...dashboard, tabs: moveByOne(dashboard.tabs, id, step) }));
  const remove = () => {
    select(null);
    change((dashboard) => removeTab(dashboard, id));
  };
  return (
    <>
      <TextsField
        label={t('dashboard.edit.title')}
        texts={tab.title}
        onChange={(title) =>
          change((dashboard) => changeTab(dashboard, id, (each) => ({ ...each, title })), `tab ${id}`)
        }
      />
      <div className={style['row']}>
        <Button disabled={now.tabs[0] === tab} onClick={() => shift(-1)}>
          {t('dashboard.edit.earlier')}
        </Button>
        <Button disabled={now.tabs.at(-1) === tab} onClick={() => shift(1)}>
          {t('dashboard.edit.later')}
        </Button>
        <Button danger disabled={now.tabs.length === 1} onClick={remove}>
          {tab.cards.length > 0
            ? t('dashboard.edit.removeTab', { count: tab.cards.length })
            : t('dashboard.edit.removeEmptyTab')}
        </Button>
      </div>
    </>
  );
}
