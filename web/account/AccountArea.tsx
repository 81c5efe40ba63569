import {
  ApiOutlined,
  BellOutlined,
  DatabaseOutlined,
  FileSearchOutlined,
  KeyOutlined,
  LinkOutlined,
  SafetyOutlined,
  SlidersOutlined,
  TeamOutlined,
  UserOutlined,
} from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router';

import { meQuery } from '#web/http/me.ts';
import { NotFound } from '#web/layouts/NotFound.tsx';
import { PageSpinner } from '#web/layouts/PageSpinner.tsx';
import style from './AccountArea.module.css';
import { ChannelsPage } from './channels/ChannelsPage.tsx';
import { KeysPage } from './KeysPage.tsx';
import { MembersPage } from './MembersPage.tsx';
import { NotificationsPage } from './NotificationsPage.tsx';
import { PreferencesPage } from './PreferencesPage.tsx';
import { ProfilePage } from './ProfilePage.tsx';
import { SecurityPage } from './SecurityPage.tsx';
import { type AccountPage, SideMenu } from './SideMenu.tsx';

// Rarely visited, so loaded on demand.
const AuditPage = lazy(() => import('./audit/AuditPage.tsx').then((module) => ({ default: module.AuditPage })));
const LinksPage = lazy(() => import('./links/LinksPage.tsx').then((module) => ({ default: module.LinksPage })));
const StoragePage = lazy(() => import('./storage/StoragePage.tsx').then((module) => ({ default: module.StoragePage })));

const pages: AccountPage[] = [
  { path: 'profile', icon: <UserOutlined aria-hidden /> },
  { path: 'security', icon: <SafetyOutlined aria-hidden /> },
  { path: 'preferences', icon: <SlidersOutlined aria-hidden /> },
  { path: 'notifications', icon: <BellOutlined aria-hidden /> },
  { path: 'channels', icon: <ApiOutlined aria-hidden />, editorOnly: true },
  { path: 'keys', icon: <KeyOutlined aria-hidden /> },
  { path: 'links', icon: <LinkOutlined aria-hidden />, editorOnly: true },
  { path: 'members', icon: <TeamOutlined aria-hidden />, ownerOnly: true },
  { path: 'audit', icon: <FileSearchOutlined aria-hidden />, ownerOnly: true },
  { path: 'storage', icon: <DatabaseOutlined aria-hidden />, ownerOnly: true },
];

/** Personal centre: a side menu and its pages, some for the owner only. */
export function AccountArea() {
  const { data: me } = useQuery(meQuery);
  if (!me) return <PageSpinner />;
  const offered = pages.filter(
    (page) => (!page.ownerOnly || me.role === 'owner') && (!page.editorOnly || me.role !== 'viewer'),
  );
  return (
    <div className={style['account']}>
      <SideMenu pages={offered} />
      <div className={style['page']}>
        <Suspense fallback={<PageSpinner />}>
          <Routes>
            <Route index element={<Navigate replace to="/account/profile" />} />
            <Route path="profile" element={<ProfilePage me={me} />} />
            <Route path="security" element={<SecurityPage />} />
            <Route path="preferences" element={<PreferencesPage />} />
            <Route path="notifications" element={<NotificationsPage />} />
            {me.role !== 'viewer' && <Route path="channels" element={<ChannelsPage />} />}
            <Route path="keys" element={<KeysPage />} />
            <Route path="links" element={<LinksPage me={me} />} />
            {me.role === 'owner' && <Route path="members" element={<MembersPage me={me} />} />}
            {me.role === 'owner' && <Route path="audit" element={<AuditPage />} />}
            {me.role === 'owner' && <Route path="storage" element={<StoragePage />} />}
            <Route path="*" element={<NotFound />} />
          </Routes>
        </Suspense>
      </div>
    </div>
  );
}
