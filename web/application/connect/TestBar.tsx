import Button from 'antd/es/button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { useElapsed } from '../elapsed.ts';
import style from './Connect.module.css';

type TestBarProps = {
  isTesting: boolean;
  onTest: () => void;
  onCancel: () => void;
  /** Inside a panel; else it sticks to the bottom of the page. */
  isInline?: boolean;
  children: ReactNode;
};

/** The buttons of a form of a connection; a running test shows its time and can be cancelled. */
export function TestBar({ isTesting, onTest, onCancel, isInline = false, children }: TestBarProps) {
  const { t } = useTranslation();
  const elapsed = useElapsed(isTesting);
  return (
    <div className={style['bar']} data-inline={isInline}>
      <span role="status" className="numbers">
        {isTesting ? t('connect.testing') + elapsed : ''}
      </span>
      {isTesting ? (
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
      ) : (
        <Button onClick={onTest}>{t('connect.test')}</Button>
      )}
      {children}
    </div>
  );
}
