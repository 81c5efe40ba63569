import { AppstoreOutlined, DashboardOutlined } from '@ant-design/icons';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';

import type { MenuEntry } from '#contract/shell.ts';
import { useIconScript } from '#web/ui/icon-script.ts';
import style from './AreaMenu.module.css';
import { selectEntries } from './menu.ts';

const closed = { children: [], opened: false, selected: false };
const areas: MenuEntry[] = [
  { ...closed, guid: 'dashboard', title: 'common.menu.dashboard', icon: 'dashboard', link: '/dashboard' },
  { ...closed, guid: 'application', title: 'common.menu.application', icon: 'application', link: '/application' },
];

/** The two areas; the one whose link is a prefix of the path is selected. */
export function AreaMenu() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <nav aria-label={t('common.menu.label')} className={style['menu']}>
      <Entries entries={selectEntries(areas, pathname)} />
    </nav>
  );
}

function Entries({ entries }: { entries: MenuEntry[] }) {
  const { t } = useTranslation();
  return (
    <ul>
      {entries.map(({ guid, title, icon, link, children, opened, selected }) => (
        <li key={guid}>
          <Link to={link} aria-current={selected ? 'page' : undefined}>
            <Icon name={icon} />
            {t(title)}
          </Link>
          {opened && <Entries entries={children} />}
        </li>
      ))}
    </ul>
  );
}

const bundledIcons: Record<string, ComponentType<{ 'aria-hidden': true }>> = {
  dashboard: DashboardOutlined,
  application: AppstoreOutlined,
};

/** A named icon: from the owner's icon script if it has one of this name, else the bundled one. */
function Icon({ name }: { name: string }) {
  const isLoaded = useIconScript() === 'loaded';
  if (isLoaded && document.getElementById(`icon-${name}`)) return <ScriptIcon name={name} />;
  const Bundled = bundledIcons[name];
  return Bundled ? <Bundled aria-hidden /> : null;
}

function ScriptIcon({ name }: { name: string }) {
  return (
    <svg className="anticon" width="1em" height="1em" fill="currentColor" aria-hidden>
      <use href={`#icon-${name}`} />
    </svg>
  );
}
