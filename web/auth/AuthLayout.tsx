import type { ReactNode } from 'react';

import { Banners } from '#web/ui/Banners.tsx';
import { LanguageSelector } from '#web/ui/LanguageSelector.tsx';
import style from './AuthLayout.module.css';
import { Motif } from './Motif.tsx';

/** A centred card before a decorative background. */
export function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <Banners />
      <div className={style['stage']}>
        <Motif />
        <main className={style['card']} data-testid="auth-card" tabIndex={-1}>
          <div className={style['brand']}>
            <img src="/assets/mark.svg" alt="" width={32} height={32} />
            <span>数据</span>
            <div className={style['language']}>
              <LanguageSelector border={false} />
            </div>
          </div>
          {children}
        </main>
      </div>
    </>
  );
}
