import type { ReactNode } from 'react';

import style from './Panel.module.css';

/** A box with an optional heading. */
export function Panel({ title, extra, children }: { title?: string; extra?: ReactNode; children: ReactNode }) {
  return (
    <section className={style['panel']}>
      {title && (
        <header>
          <h2>{title}</h2>
          {extra}
        </header>
      )}
      {children}
    </section>
  );
}
