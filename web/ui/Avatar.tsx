import type { CSSProperties } from 'react';

import style from './Avatar.module.css';

// A grapheme, whatever code points it consists of.
const segmenter = new Intl.Segmenter();
const initialOf = (name: string) => segmenter.segment(name).containing(0)?.segment.toUpperCase();

// The colour depends on the name only.
const hueOf = (name: string) => Array.from(name).reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 360, 7);

type AvatarProps = { name: string; picture?: string | null | undefined; size?: number };

/** The avatar of a member, or the first letter of the name in a colour derived from it. */
export function Avatar({ name, picture, size = 24 }: AvatarProps) {
  const look = { '--size': `${size}px`, '--hue': hueOf(name) } as CSSProperties;
  return (
    <span data-testid="avatar" className={style['avatar']} style={look} aria-hidden>
      {picture ? <img src={`/api/avatars/${picture}`} alt="" width={size} height={size} /> : initialOf(name)}
    </span>
  );
}
