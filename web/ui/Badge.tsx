import type { ReactNode } from 'react';

import style from './Badge.module.css';

export type Tone = 'good' | 'bad' | 'warn' | 'brand' | 'quiet';

/** A status word with a coloured dot. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={style['badge']} data-tone={tone}>
      {children}
    </span>
  );
}
