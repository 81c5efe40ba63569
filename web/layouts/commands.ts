import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import { meQuery } from '#web/http/me.ts';
import { changeLanguage, languageOptions } from '#web/shell/language.ts';
import { chooseTheme, themeChoices } from '#web/shell/theme.ts';
import { useSignOut } from './session.ts';

/** Something the palette can find and do. */
export type Command = { key: string; group: 'places' | 'commands'; text: string; run: () => void };

const places: { to: string; text: string; ownerOnly?: boolean }[] = [
  { to: '/dashboard', text: 'common.menu.dashboard' },
  { to: '/application', text: 'common.menu.application' },
  { to: '/dashboard/explore', text: 'explore.title' },
  { to: '/index', text: 'common.menu.index' },
  { to: '/account', text: 'common.menu.account' },
  { to: '/account/security', text: 'account.security.title' },
  { to: '/account/preferences', text: 'account.preferences.title' },
  { to: '/account/members', text: 'account.members.title', ownerOnly: true },
  { to: '/changelog', text: 'common.menu.changelog' },
  { to: '/help', text: 'common.menu.help' },
  { to: '/about', text: 'common.menu.about' },
];

export function useCommands(): Command[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { data: me } = useQuery({ ...meQuery, throwOnError: false });
  const offered = places.filter((place) => !place.ownerOnly || me?.role === 'owner');
  return [
    ...offered.map(({ to, text }): Command => ({
      key: to,
      group: 'places',
      text: t(text),
      run: () => void navigate(to),
    })),
    ...themeChoices.map((choice): Command => ({
      key: choice,
      group: 'commands',
      text: t('common.pair', {
        name: t('account.preferences.theme'),
        value: t(`account.preferences.themes.${choice}`),
      }),
      run: () => chooseTheme(choice),
    })),
    ...languageOptions.map(({ text, value }): Command => ({
      key: value,
      group: 'commands',
      text: t('common.pair', { name: t('common.language'), value: text }),
      run: () => void changeLanguage(value),
    })),
    { key: 'signout', group: 'commands', text: t('common.menu.sign_out'), run: () => void signOut() },
  ];
}
