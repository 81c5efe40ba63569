import type { Member } from '#contract/accounts/routes.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { clip } from '#web/ui/Clip.tsx';
import style from './Person.module.css';

/** A member's avatar and name. */
export function Person({ member }: { member: Member }) {
  return (
    <span className={style['person']}>
      <Avatar name={member.name} picture={member.avatar} />
      {clip(member.name)}
    </span>
  );
}
