import type { ReactNode } from 'react';

import { usePageTitle } from '#web/ui/page-title.ts';
import style from './AuthForm.module.css';

/** A page of the auth area that only shows a message. */
export function AuthMessage({
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
  const heading = usePageTitle(title);
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
