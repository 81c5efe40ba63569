import type { ReactNode } from 'react';

import style from './RowActions.module.css';

/** The actions of a table row; stacked on narrow screens. */
export function RowActions({ children }: { children: ReactNode }) {
  return <span className={style['actions']}>{children}</span>;
}

/** The column of actions stays visible while a narrow screen scrolls the others. */
export const actionColumn = { key: 'actions', align: 'end', fixed: 'end' } as const;
