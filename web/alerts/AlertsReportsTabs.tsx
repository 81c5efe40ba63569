import { useTranslation } from 'react-i18next';

import { TabLinks } from '#web/ui/TabLinks.tsx';

const kinds = ['alerts', 'reports'] as const;

/** Tabs that switch between alerts and reports. */
export function AlertsReportsTabs({ selected }: { selected: (typeof kinds)[number] }) {
  const { t } = useTranslation();
  const tabs = kinds.map((kind) => ({
    to: `/dashboard/${kind}`,
    text: t(`${kind}.title`),
    selected: kind === selected,
  }));
  return <TabLinks label={t('reports.told')} tabs={tabs} />;
}
