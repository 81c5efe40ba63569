import { BookOutlined, DashboardOutlined, SafetyOutlined, TeamOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { meQuery } from '#web/http/me.ts';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import style from './HomeArea.module.css';

type Step = { to: string; key: string; icon: ReactNode; ownerOnly?: boolean };

const steps: Step[] = [
  { to: '/dashboard', key: 'dashboard', icon: <DashboardOutlined /> },
  { to: '/account/members', key: 'invite', icon: <TeamOutlined />, ownerOnly: true },
  { to: '/account/security', key: 'security', icon: <SafetyOutlined /> },
  { to: '/help/first-hour', key: 'help', icon: <BookOutlined /> },
];

/** Home: a greeting and where to go from here. */
export function HomeArea() {
  const { t } = useTranslation();
  const { data: me } = useQuery(meQuery);
  const offered = steps.filter((step) => !step.ownerOnly || me?.role === 'owner');
  return (
    <>
      <PageHeading title={me ? t('home.greeting', { name: me.name }) : t('common.menu.index')} lead={t('home.lead')} />
      <ul className={style['steps']}>
        {offered.map(({ to, key, icon }) => (
          <li key={key}>
            <Link to={to}>
              <span className={style['icon']} aria-hidden>
                {icon}
              </span>
              <strong>{t(`home.steps.${key}.title`)}</strong>
              <span>{t(`home.steps.${key}.text`)}</span>
            </Link>
          </li>
        ))}
      </ul>
      <p className={style['new']}>
        <Link to="/changelog">{t('home.changelog')}</Link>
      </p>
    </>
  );
}
