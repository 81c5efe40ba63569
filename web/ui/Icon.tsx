import { AppstoreOutlined, DashboardOutlined } from '@ant-design/icons';
import type { ComponentType } from 'react';

import { useIconScript } from './icon-script.ts';

const bundled: Record<string, ComponentType<{ 'aria-hidden': true }>> = {
  dashboard: DashboardOutlined,
  application: AppstoreOutlined,
};

/** A named icon: from the owner's icon script if it has one of this name, else the bundled one. */
export function Icon({ name }: { name: string }) {
  const isLoaded = useIconScript() === 'loaded';
  if (isLoaded && document.getElementById(`icon-${name}`)) return <ScriptIcon name={name} />;
  const Bundled = bundled[name];
  return Bundled ? <Bundled aria-hidden /> : null;
}

function ScriptIcon({ name }: { name: string }) {
  return (
    <svg className="anticon" width="1em" height="1em" fill="currentColor" aria-hidden>
      <use href={`#icon-${name}`} />
    </svg>
  );
}
