import type { ReactNode } from 'react';

import style from './EmptyState.module.css';

/** Why a page is empty and the one next action, with an illustration. */
export function EmptyState({
  picture,
  title,
  text,
  children,
}: {
  picture: ReactNode;
  title: string;
  text: string;
  children?: ReactNode;
}) {
  return (
    <section className={style['empty']}>
      <div className={style['picture']} aria-hidden>
        {picture}
      </div>
      <h2>{title}</h2>
      <p>{text}</p>
      {children && <div className={style['actions']}>{children}</div>}
    </section>
  );
}
