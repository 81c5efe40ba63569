import type { ReactNode } from 'react';

import style from './BottomBar.module.css';

type BottomBarProps = {
  /** Describes what the buttons will do, or why they are disabled. */
  text: ReactNode;
  isWrong?: boolean;
  children: ReactNode;
};

/** The buttons of a long page, which stick to its bottom. */
export function BottomBar({ text, isWrong = false, children }: BottomBarProps) {
  return (
    <div className={style['bar']}>
      <p role="status" className={style['text']} data-wrong={isWrong}>
        {text}
      </p>
      {children}
    </div>
  );
}
