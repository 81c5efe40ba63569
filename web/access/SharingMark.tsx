import { LockOutlined, TeamOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';

import type { Sharing } from '#contract/access/routes.ts';
import style from './SharingMark.module.css';

/** Icon for items that not all members can see. */
export function SharingMark({ sharing }: { sharing: Sharing }) {
  const { t } = useTranslation();
  if (sharing === 'everyone') return null;
  const label = t(`access.marks.${sharing}`);
  const Icon = sharing === 'private' ? LockOutlined : TeamOutlined;
  return <Icon className={style['mark'] ?? ''} role="img" aria-label={label} title={label} />;
}
