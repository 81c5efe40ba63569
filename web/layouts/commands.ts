import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

import type { Role } from '#contract/accounts/routes.ts';
import { meQuery } from '#web/http/me.ts';
import { languageOptions } from '#web/shell/language-options.ts';
import { themeChoices } from '#web/shell/theme.ts';
import { setPreferences } from '#web/ui/set-preferences.ts';
import type commandWords from './command-words.json';
import { openKeyMap } from './key-map.ts';
import { useSignOut } from './session.ts';

/** Keys of the search words of pages and commands, which are in both languages. */
type CommandKey = keyof typeof commandWords;

/** A page to open, or an action to run. */
export type Command = { key: CommandKey; text: string } & (
  | { kind: 'place'; to: string }
  | { kind: 'command'; run: () => void }
);

type CommandPlace = { to: CommandKey; text: string; for?: 'editor' | 'owner' };

const places: CommandPlace[] = [
  { to: '/dashboard', text: 'common.menu.dashboard' },
  { to: '/application', text: 'common.menu.application' },
  { to: '/dashboard/explore', text: 'explore.title' },
  { to: '/dashboard/explore?tab=sql', text: 'search.sql', for: 'editor' },
  { to: '/dashboard/alerts', text: 'alerts.title' },
  { to: '/dashboard/reports', text: 'reports.title' },
  { to: '/index', text: 'common.menu.index' },
  { to: '/account', text: 'common.menu.account' },
  { to: '/account/security', text: 'account.security.title' },
  { to: '/account/preferences', text: 'account.preferences.title' },
  { to: '/account/notifications', text: 'account.notifications.title' },
  { to: '/account/keys', text: 'account.keys.title' },
  { to: '/account/channels', text: 'account.channels.title', for: 'editor' },
  { to: '/account/links', text: 'account.links.title', for: 'editor' },
  { to: '/account/members', text: 'account.members.title', for: 'owner' },
  { to: '/account/audit', text: 'account.audit.title', for: 'owner' },
  { to: '/account/storage', text: 'account.storage.title', for: 'owner' },
  { to: '/dashboard/trash', text: 'trash.title', for: 'editor' },
  { to: '/changelog', text: 'common.menu.changelog' },
  { to: '/help', text: 'common.menu.help' },
  { to: '/help/charts', text: 'help.charts.title' },
  { to: '/help/api', text: 'help.api.title' },
  { to: '/about', text: 'common.menu.about' },
];

const mayUse = (place: CommandPlace, role: Role | undefined) =>
  !place.for || role === 'owner' || (place.for === 'editor' && role === 'editor');

export function useCommands(): Command[] {
  const { t } = useTranslation();
  const signOut = useSignOut();
  const { data: me } = useQuery({ ...meQuery, throwOnError: false });
  const isEditor = me !== undefined && me.role !== 'viewer';
  const createCommands: Command[] = [
    { key: 'new', kind: 'place', to: '/dashboard?new', text: t('dashboard.list.new') },
    { key: 'upload', kind: 'place', to: '/application/upload', text: t('upload.title') },
  ];
  return [
    ...places
      .filter((place) => mayUse(place, me?.role))
      .map(({ to, text }): Command => ({ key: to, kind: 'place', to, text: t(text) })),
    ...(isEditor ? createCommands : []),
    ...themeChoices.map((choice): Command => ({
      key: choice,
      kind: 'command',
      text: t('common.pair', {
        name: t('account.preferences.theme'),
        value: t(`account.preferences.themes.${choice}`),
      }),
      run: () => setPreferences({ theme: choice }),
    })),
    ...languageOptions.map(({ text, value }): Command => ({
      key: value,
      kind: 'command',
      text: t('common.pair', { name: t('common.language'), value: text }),
      run: () => setPreferences({ language: value }),
    })),
    { key: 'keys', kind: 'command', text: t('keyMap.title'), run: openKeyMap },
    { key: 'signout', kind: 'command', text: t('common.menu.sign_out'), run: () => void signOut() },
  ];
}
