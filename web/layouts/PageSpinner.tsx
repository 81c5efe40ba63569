import { useTranslation } from 'react-i18next';

import style from './PageSpinner.module.css';

/** Placeholder of a page that takes a while to load. */
export function PageSpinner() {
  const { t } = useTranslation();
  return (
    <div className={style['spinner']} role="status" aria-label={t('common.loading')}>
      <span />
    </div>
  );
}
