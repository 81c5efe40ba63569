import { useTranslation } from 'react-i18next';

import { EmptyState } from '#web/ui/EmptyState.tsx';
import { BoardPicture } from '#web/ui/pictures.tsx';

/** What uses a dataset. Nothing can, yet. */
export function UseTab() {
  const { t } = useTranslation();
  return <EmptyState picture={<BoardPicture />} title={t('dataset.use.title')} text={t('dataset.use.text')} />;
}
