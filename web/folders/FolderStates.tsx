import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { FolderKind } from '#contract/folders/routes.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { BoardPicture, ClosedPicture, InflowPicture } from '#web/ui/pictures.tsx';
import { folderLink } from './folder-paths.ts';

/** A folder without items that the member may see; offers the next steps to editors. */
export function EmptyFolder({ kind, children }: { kind: FolderKind; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      picture={kind === 'dashboard' ? <BoardPicture /> : <InflowPicture />}
      title={t('folders.empty.title')}
      text={children ? t(`folders.empty.${kind}`) : t('folders.empty.viewer')}
    >
      {children}
    </EmptyState>
  );
}

/** The folder of the URL was deleted, or the member may not see it. */
export function MissingFolder({ kind }: { kind: FolderKind }) {
  const { t } = useTranslation();
  return (
    <EmptyState picture={<ClosedPicture />} title={t('folders.missing.title')} text={t('folders.missing.text')}>
      <LinkButton to={folderLink(kind, null)} primary>
        {t(`folders.top.${kind}`)}
      </LinkButton>
    </EmptyState>
  );
}
