import { BookOutlined, DashboardOutlined, SafetyOutlined, TeamOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import style from './HomeArea.module.css';

type HomeLink = { to: string; key: string; icon: ReactNode; ownerOnly?: boolean };

const links: HomeLink[] = [
  { to: '/dashboard', key: 'dashboard', icon: <DashboardOutlined /> },
  { to: '/account/members', key: 'invite', icon: <TeamOutlined />, ownerOnly: true },
  { to: '/account/security', key: 'security', icon: <SafetyOutlined /> },
  { to: '/help/first-hour', key: 'help', icon: <BookOutlined /> },
];

/** Links from home to other pages. */
export function HomeLinks({ isOwner }: { isOwner: boolean }) {
  const { t } = useTranslation();
  return (
    <ul className={style['steps']}>
      {links
        .filter((link) => !link.ownerOnly || isOwner)
        .map(({ to, key, icon }) => (
          <li key={key}>
            <Link to={to}>
              <span className={style['icon']} aria-hidden>
                {icon}
              </span>
              <span>
                <strong>{t(`home.steps.${key}.title`)}</strong>
                <span>{t(`home.steps.${key}.text`)}</span>
              </span>
            </Link>
          </li>
        ))}
    </ul>
  );
}
