import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import { sentenceOf } from '#web/ui/problem.ts';
import { AuthMessage } from './AuthMessage.tsx';

/** Shown when the installation settings cannot be loaded. */
export function Unreachable({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <AuthMessage
      title={t('error.title')}
      text={sentenceOf(error)}
      below={
        <Button type="primary" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      }
    />
  );
}
