import type { CSSProperties } from 'react';

import style from './Avatar.module.css';

// What a reader takes for one character, whatever it is made of.
const segmenter = new Intl.Segmenter();
const initialOf = (name: string) => segmenter.segment(name).containing(0)?.segment.toUpperCase();

// The same name has the same colour everywhere.
const hueOf = (name: string) => Array.from(name).reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 360, 7);

type Props = { name: string; picture?: string | null | undefined; size?: number };

/** The picture of a member, or the first letter of their name in a colour of its own. */
export function Avatar({ name, picture, size = 24 }: Props) {
  const look = { '--size': `${size}px`, '--hue': hueOf(name) } as CSSProperties;
  return (
    <span data-testid="avatar" className={style['avatar']} style={look} aria-hidden>
      {picture ? <img src={`/api/avatars/${picture}`} alt="" width={size} height={size} /> : initialOf(name)}
    </span>
  );
}
