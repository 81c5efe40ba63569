import { useTranslation } from 'react-i18next';

import style from './SkipLink.module.css';

/** The first Tab stop: skips the layout to the content. */
export function SkipLink() {
  const { t } = useTranslation();
  const handleClick = (event: React.MouseEvent) => {
    event.preventDefault();
    document.querySelector<HTMLElement>('main')?.focus();
  };
  return (
    <a className={style['skip']} href="#main" onClick={handleClick}>
      {t('common.skip')}
    </a>
  );
}
