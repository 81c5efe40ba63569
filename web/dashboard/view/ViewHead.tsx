import { useTranslation } from 'react-i18next';

import type { SavedDashboard } from '#contract/dashboards.ts';
import { textOf } from '#display/words/subject.ts';
import { useLanguage } from '#web/ui/language.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import type { Run } from './run.ts';

type Props = { saved: SavedDashboard; run: Run };

/** What the dashboard is called, how fresh it is, and what can be done with it. */
export function ViewHead({ saved: { dashboard } }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <PageHeading
      title={textOf(dashboard.title, language) || t('dashboard.view.untitled')}
      lead={textOf(dashboard.description, language)}
    />
  );
}
