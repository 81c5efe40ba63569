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
  MenuFoldOutlined,
  MenuUnfoldOutlined,
} from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { lazy, Suspense, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Route, Routes, NavLink } from 'react-router';

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

/** The account area: a side menu and its pages, some of them for owners or editors only. */
export function AccountArea() {
  const { data: me } = useQuery(meQuery);
  if (!me) return <PageSpinner />;
  const offeredPages = pages.filter(
    (page) => (!page.ownerOnly || me.role === 'owner') && (!page.editorOnly || me.role !== 'viewer'),
  );
  return (
    <div className={style['account']}>
      <SideMenu pages={offeredPages} />
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

type AccountPage = { path: string; icon: ReactNode; ownerOnly?: boolean; editorOnly?: boolean };

/** The menu of the account area: 200 pixels wide, 80 when collapsed, a row on a phone. */
function SideMenu({ pages }: { pages: AccountPage[] }) {
  const { t } = useTranslation();
  const [isCollapsed, setCollapsed] = useState(() => window.innerWidth < 992);
  const label = t(isCollapsed ? 'account.expand' : 'account.collapse');
  return (
    <aside className={style['side']} data-collapsed={isCollapsed} data-testid="side-menu">
      <nav aria-label={t('common.menu.account')}>
        {pages.map(({ path, icon }) => (
          <NavLink key={path} to={`/account/${path}`} title={isCollapsed ? t(`account.${path}.title`) : undefined}>
            {icon}
            <span>{t(`account.${path}.title`)}</span>
          </NavLink>
        ))}
      </nav>
      <Button
        type="text"
        className={style['toggle'] ?? ''}
        aria-label={label}
        title={label}
        aria-expanded={!isCollapsed}
        icon={isCollapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
        onClick={() => setCollapsed(!isCollapsed)}
      >
        {isCollapsed ? null : label}
      </Button>
    </aside>
  );
}
