import Popover from 'antd/es/popover';
import type { ReactNode } from 'react';

import style from './Hint.module.css';

type HintProps = {
  label: string;
  icon: ReactNode;
  tone: 'good' | 'quiet';
  children: ReactNode;
};

/** A small mark beside a name, explained in a popover on hover or focus. */
export function Hint({ label, icon, tone, children }: HintProps) {
  return (
    <Popover trigger={['hover', 'focus']} content={<div className={style['content']}>{children}</div>}>
      <button type="button" className={style['hint']} data-tone={tone} aria-label={label}>
        {icon}
      </button>
    </Popover>
  );
}
