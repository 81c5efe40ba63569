import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';

import style from './SideMenu.module.css';

export type AccountPage = { path: string; icon: ReactNode; ownerOnly?: boolean; editorOnly?: boolean };

/** The menu of the personal centre: 200 pixels wide, 80 when collapsed, a row on a phone. */
export function SideMenu({ pages }: { pages: AccountPage[] }) {
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
