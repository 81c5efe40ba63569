import { EditOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { BoardPicture } from '#web/ui/pictures.tsx';

/** Empty tab. */
export function NoCards({ onEdit }: { onEdit: (() => void) | undefined }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      picture={<BoardPicture />}
      title={t('dashboard.view.noCards')}
      text={t(onEdit ? 'dashboard.view.noCardsText' : 'dashboard.view.noCardsWait')}
    >
      {onEdit ? (
        <Button type="primary" icon={<EditOutlined aria-hidden />} onClick={onEdit}>
          {t('dashboard.view.edit')}
        </Button>
      ) : (
        <LinkButton to="/dashboard">{t('dashboard.view.toList')}</LinkButton>
      )}
    </EmptyState>
  );
}
