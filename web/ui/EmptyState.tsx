import type { ReactNode } from 'react';

import style from './EmptyState.module.css';

/** Why a place is empty and the one thing to do about it, with a picture. */
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
