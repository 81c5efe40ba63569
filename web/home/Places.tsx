import { BookOutlined, DashboardOutlined, SafetyOutlined, TeamOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import style from './HomeArea.module.css';

type Place = { to: string; key: string; icon: ReactNode; ownerOnly?: boolean };

const places: Place[] = [
  { to: '/dashboard', key: 'dashboard', icon: <DashboardOutlined /> },
  { to: '/account/members', key: 'invite', icon: <TeamOutlined />, ownerOnly: true },
  { to: '/account/security', key: 'security', icon: <SafetyOutlined /> },
  { to: '/help/first-hour', key: 'help', icon: <BookOutlined /> },
];

/** Where to go from home. */
export function Places({ isOwner }: { isOwner: boolean }) {
  const { t } = useTranslation();
  return (
    <ul className={style['steps']}>
      {places
        .filter((place) => !place.ownerOnly || isOwner)
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
