import type { ReactNode } from 'react';

import { usePage } from '#web/ui/page.ts';
import style from './AuthForm.module.css';

/** A page of the door that only says something. */
export function Note({
  title,
  text,
  children,
  below,
}: {
  title: string;
  text: string;
  children?: ReactNode;
  below: ReactNode;
}) {
  const heading = usePage(title);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p className={style['lead']}>{text}</p>
      {children}
      <div className={style['below']}>{below}</div>
    </>
  );
}
