import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import { sentenceOf } from '#web/ui/problem.ts';
import { Note } from './Note.tsx';

/** The server did not say what it offers. */
export function Unreachable({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <Note
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
