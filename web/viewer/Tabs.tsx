import { useTranslation } from 'react-i18next';

import type { Dashboard } from '#domain/dashboard/dashboard.ts';
import { textOf } from '#display/words/subject.ts';
import { useLanguage } from '#web/ui/language.ts';
import { TabLinks } from '#web/ui/TabLinks.tsx';

type TabsProps = { dashboard: Dashboard; tab: { id: string }; addressOfTab: (tab: string) => string };

/** The tabs of a dashboard, if there are several. */
export function Tabs({ dashboard, tab, addressOfTab }: TabsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (dashboard.tabs.length < 2) return null;
  const tabs = dashboard.tabs.map((each, index) => ({
    to: addressOfTab(each.id),
    text: textOf(each.title, language) || t('dashboard.view.tab', { number: index + 1 }),
    selected: each.id === tab.id,
  }));
  return <TabLinks label={t('dashboard.view.tabs')} tabs={tabs} />;
}
