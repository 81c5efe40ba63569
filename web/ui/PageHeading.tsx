import type { ReactNode } from 'react';

import { usePageTitle } from './page-title.ts';
import style from './PageHeading.module.css';

/** The heading of a page: title, one line of explanation, and actions. */
export function PageHeading({ title, lead, actions }: { title: string; lead?: string; actions?: ReactNode }) {
  const heading = usePageTitle(title);
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
