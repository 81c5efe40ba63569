import { LogoutOutlined, UserOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import { resumeRequests } from '#web/http/client.ts';
import { meQuery } from '#web/http/me.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Menu } from '#web/ui/Menu.tsx';
import { useSignOut } from './session.ts';
import style from './UserMenu.module.css';

/** The menu of the signed-in member: account settings and sign-out. */
export function UserMenu() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { data: me } = useQuery({ ...meQuery, throwOnError: false });
  // All layouts of members contain this menu: once it unmounts, the pages of an ended session are gone.
  useEffect(() => resumeRequests, []);
  const items = [
    {
      key: 'account',
      text: t('common.menu.account'),
      icon: <UserOutlined aria-hidden />,
      onSelect: () => void navigate('/account'),
    },
    {
      key: 'signout',
      text: t('common.menu.sign_out'),
      icon: <LogoutOutlined aria-hidden />,
      onSelect: () => void signOut(),
    },
  ];
  return (
    <Menu label={t('common.menu.user')} items={items}>
      <Button
        type="text"
        className={style['user'] ?? ''}
        aria-label={me?.name ?? t('common.menu.user')}
        data-testid="user"
      >
        <Avatar name={me?.name ?? ''} picture={me?.avatar} />
        <span className={style['name']} dir="auto">
          {me?.name}
        </span>
      </Button>
    </Menu>
  );
}
