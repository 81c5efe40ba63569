import { EditOutlined, PlusOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';

import { textOf } from '#display/words/subject.ts';
import { useLanguage } from '#web/ui/language.ts';
import { addTab, maxTabs, newId, noTexts } from '#domain/dashboard/dashboard-edits.ts';
import { useEditing } from './editing-context.ts';
import style from './TabsBar.module.css';

/** Tabs of the dashboard; hidden while there is only one. */
export function TabsBar() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { now, tab, openTab, select, change } = useEditing();
  if (now.tabs.length === 1) return null;
  const add = () => {
    const id = newId();
    change((dashboard) => addTab(dashboard, noTexts, id));
    openTab(id);
    select({ kind: 'tab', id });
  };
  return (
    <div className={style['tabs']} role="group" aria-label={t('dashboard.edit.tabs')}>
      {now.tabs.map(({ id, title }, index) => (
        <span key={id} data-open={id === tab.id}>
          <button type="button" aria-pressed={id === tab.id} dir="auto" onClick={() => openTab(id)}>
            {textOf(title, language) || t('dashboard.edit.tabNumber', { number: index + 1 })}
          </button>
          {id === tab.id && (
            <button
              type="button"
              aria-label={t('dashboard.edit.editTab')}
              title={t('dashboard.edit.editTab')}
              onClick={() => select({ kind: 'tab', id })}
            >
              <EditOutlined aria-hidden />
            </button>
          )}
        </span>
      ))}
      {now.tabs.length < maxTabs && (
        <button
          type="button"
          aria-label={t('dashboard.edit.add.tab')}
          title={t('dashboard.edit.add.tab')}
          onClick={add}
        >
          <PlusOutlined aria-hidden />
        </button>
      )}
    </div>
  );
}
