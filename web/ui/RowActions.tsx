import type { ReactNode } from 'react';

import style from './RowActions.module.css';

/** What can be done with a row of a table; one below the other where there is little room. */
export function RowActions({ children }: { children: ReactNode }) {
  return <span className={style['actions']}>{children}</span>;
}

/** The column of actions stays in sight while a narrow screen scrolls the others. */
export const actionColumn = { key: 'actions', align: 'end', fixed: 'end' } as const;
