import { SafetyOutlined, SlidersOutlined, TeamOutlined, UserOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, Route, Routes } from 'react-router';

import { meQuery } from '#web/http/me.ts';
import { NotFound } from '#web/layouts/NotFound.tsx';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import style from './AccountArea.module.css';
import { MembersPage } from './MembersPage.tsx';
import { PreferencesPage } from './PreferencesPage.tsx';
import { ProfilePage } from './ProfilePage.tsx';
import { SecurityPage } from './SecurityPage.tsx';
import { SideMenu } from './SideMenu.tsx';

export type AccountPage = { path: string; icon: ReactNode; ownerOnly?: boolean };

const pages: AccountPage[] = [
  { path: 'profile', icon: <UserOutlined aria-hidden /> },
  { path: 'security', icon: <SafetyOutlined aria-hidden /> },
  { path: 'preferences', icon: <SlidersOutlined aria-hidden /> },
  { path: 'members', icon: <TeamOutlined aria-hidden />, ownerOnly: true },
];

/** The personal centre: a side menu and its pages; some are the owner's alone. */
export function AccountArea() {
  const { data: me } = useQuery(meQuery);
  if (!me) return <PageSpinner />;
  const offered = pages.filter((page) => !page.ownerOnly || me.role === 'owner');
  return (
    <div className={style['account']}>
      <SideMenu pages={offered} />
      <div className={style['page']}>
        <Routes>
          <Route index element={<Navigate replace to="/account/profile" />} />
          <Route path="profile" element={<ProfilePage me={me} />} />
          <Route path="security" element={<SecurityPage />} />
          <Route path="preferences" element={<PreferencesPage />} />
          {me.role === 'owner' && <Route path="members" element={<MembersPage me={me} />} />}
          <Route path="*" element={<NotFound />} />
        </Routes>
      </div>
    </div>
  );
}
