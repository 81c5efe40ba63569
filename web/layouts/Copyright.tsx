import { useTranslation } from 'react-i18next';

/** The copyright line, from its first year to the current one. */
export function Copyright({ since }: { since: number }) {
  const { t } = useTranslation();
  return (
    <span className="numbers" data-testid="copyright">
      {t('common.copyright', { since, year: new Date().getFullYear() })}
    </span>
  );
}
