import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** The copyright line, from its first year to the current one. */
export function Copyright({ since }: { since: number }) {
  const { t } = useTranslation();
  const [year] = useState(() => new Date().getFullYear());
  return (
    <span className="numbers" data-testid="copyright">
      {t('common.copyright', { since, year })}
    </span>
  );
}
