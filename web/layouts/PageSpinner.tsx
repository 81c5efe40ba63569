import { useTranslation } from 'react-i18next';

import style from './PageSpinner.module.css';

/** What stands where a page will be, if that takes longer than a moment. */
export function PageSpinner() {
  const { t } = useTranslation();
  return (
    <div className={style['spinner']} role="status" aria-label={t('common.loading')}>
      <span />
    </div>
  );
}
