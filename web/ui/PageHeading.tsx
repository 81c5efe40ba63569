import type { ReactNode } from 'react';

import { usePage } from './page.ts';
import style from './PageHeading.module.css';

/** The heading of a page: what it is, one line on what it is for, and its actions. */
export function PageHeading({ title, lead, actions }: { title: string; lead?: string; actions?: ReactNode }) {
  const heading = usePage(title);
  return (
    <div className={style['heading']}>
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead && <p className={style['lead']}>{lead}</p>}
      </div>
      {actions && <div className={style['actions']}>{actions}</div>}
    </div>
  );
}
