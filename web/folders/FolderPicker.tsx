import { FolderOutlined, HomeOutlined } from '@ant-design/icons';
import Input from 'antd/es/input/Input';
import { type CSSProperties, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Folder, FolderKind } from '#contract/folders/routes.ts';
import { useLanguage } from '#web/ui/language.ts';
import style from './Dialogs.module.css';
import { matchesName, pathOf, treeRowsOf } from './folder-paths.ts';

/** From this number of folders on, they can be searched. */
const searchFrom = 10;

/** The chosen folder: null is the top level, undefined none yet. */
export type ChosenFolder = string | null | undefined;

type FolderPickerProps = {
  kind: FolderKind;
  folders: Folder[];
  value: ChosenFolder;
  /** The current folder of the moved items; null is the top level, undefined if they are in several folders. */
  current: ChosenFolder;
  /** Folders being moved: neither they nor their subfolders can be selected. */
  excluded: string[];
  onChange: (folder: string | null) => void;
};

/** The folder tree, to select the target of a move. */
export function FolderPicker({ kind, folders, value, current, excluded, onChange }: FolderPickerProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const group = useId();
  const [search, setSearch] = useState('');
  const isExcluded = (folder: Folder) => pathOf(folders, folder.id).some(({ id }) => excluded.includes(id));
  const noteOf = (id: string | null, folder?: Folder) => {
    if (id === current) return t('folders.here');
    return folder && folder.right !== 'edit' ? t('folders.viewOnly') : undefined;
  };
  const rows = treeRowsOf(folders, language).filter(({ folder }) => !isExcluded(folder) && matchesName(folder, search));
  return (
    <>
      {folders.length >= searchFrom && (
        <Input
          type="search"
          allowClear
          aria-label={t('folders.search')}
          placeholder={t('folders.search')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      <fieldset className={style['picker']}>
        <legend>{t('folders.target')}</legend>
        {!search && (
          <FolderOption
            group={group}
            level={0}
            isChosen={value === null}
            note={noteOf(null)}
            onChoose={() => onChange(null)}
          >
            <HomeOutlined aria-hidden />
            <bdi>{t(`folders.top.${kind}`)}</bdi>
          </FolderOption>
        )}
        {rows.map(({ folder, level }) => (
          <FolderOption
            key={folder.id}
            group={group}
            level={search ? 0 : level + 1}
            isChosen={value === folder.id}
            note={noteOf(folder.id, folder)}
            onChoose={() => onChange(folder.id)}
          >
            <FolderOutlined aria-hidden />
            <bdi title={folder.name}>{folder.name}</bdi>
          </FolderOption>
        ))}
      </fieldset>
    </>
  );
}

type FolderOptionProps = {
  group: string;
  level: number;
  isChosen: boolean;
  /** Why it cannot be chosen. */
  note: string | undefined;
  onChoose: () => void;
  children: ReactNode;
};

function FolderOption({ group, level, isChosen, note, onChoose, children }: FolderOptionProps) {
  return (
    <label style={{ '--level': level } as CSSProperties}>
      <input type="radio" name={group} checked={isChosen} disabled={note !== undefined} onChange={onChoose} />
      {children}
      {note && <small>{note}</small>}
    </label>
  );
}
