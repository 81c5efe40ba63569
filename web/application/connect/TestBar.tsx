import Button from 'antd/es/button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { BottomBar } from '#web/ui/BottomBar.tsx';
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

/** Buttons of a connection form; a running test shows its elapsed time and can be cancelled. */
export function TestBar({ isTesting, onTest, onCancel, isInline = false, children }: TestBarProps) {
  const { t } = useTranslation();
  const elapsed = useElapsed(isTesting);
  const text = <span className="numbers">{isTesting ? t('connect.testing') + elapsed : ''}</span>;
  const buttons = (
    <>
      {isTesting ? (
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
      ) : (
        <Button onClick={onTest}>{t('connect.test')}</Button>
      )}
      {children}
    </>
  );
  if (!isInline) return <BottomBar text={isTesting ? text : ''}>{buttons}</BottomBar>;
  return (
    <div className={style['inlineBar']}>
      {buttons}
      <span role="status">{text}</span>
    </div>
  );
}
