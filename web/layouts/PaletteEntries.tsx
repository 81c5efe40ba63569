import {
  AppstoreOutlined,
  BarChartOutlined,
  DashboardOutlined,
  CheckCircleFilled,
  FieldStringOutlined,
  FolderOutlined,
  FunctionOutlined,
  HistoryOutlined,
  ReadOutlined,
  RightOutlined,
  TableOutlined,
  ThunderboltOutlined,
  UserOutlined,
} from '@ant-design/icons';
import type { ComponentType, MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';

import type { MatchRange } from '#domain/text/text-match.ts';
import type { PaletteEntry, PaletteGroup } from './palette-entries.ts';
import style from './Palette.module.css';
import type { PaletteSection } from './palette-sections.ts';

const icons: Record<PaletteGroup, ComponentType<{ 'aria-hidden': true }>> = {
  recent: HistoryOutlined,
  dashboard: DashboardOutlined,
  card: BarChartOutlined,
  application: AppstoreOutlined,
  folder: FolderOutlined,
  dataset: TableOutlined,
  metric: FunctionOutlined,
  column: FieldStringOutlined,
  member: UserOutlined,
  place: RightOutlined,
  command: ThunderboltOutlined,
  help: ReadOutlined,
};

export const idOf = (list: string, entry: PaletteEntry) => `${list}-${entry.key.replaceAll(/[^\w-]/g, '_')}`;

type PaletteEntriesProps = {
  list: string;
  sections: PaletteSection<PaletteEntry>[];
  active: PaletteEntry | undefined;
  onPoint: (entry: PaletteEntry) => void;
  onChoose: (entry: PaletteEntry, inNewTab: boolean) => void;
};

/** The entries of the palette, in groups. */
export function PaletteEntries({ list, sections, active, onPoint, onChoose }: PaletteEntriesProps) {
  const { t } = useTranslation();
  return (
    <div id={list} role="listbox" aria-label={t('search.title')} className={style['list']}>
      {sections.map(({ group, entries }) => (
        <div key={group} role="group" aria-label={t(`search.groups.${group}`)}>
          <div aria-hidden className={style['group']}>
            {t(`search.groups.${group}`)}
          </div>
          {entries.map((entry) => (
            <PaletteEntryRow
              key={entry.key}
              id={idOf(list, entry)}
              entry={entry}
              isActive={entry === active}
              onPoint={() => onPoint(entry)}
              onChoose={(event) => onChoose(entry, event.ctrlKey || event.metaKey || event.button === 1)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

type PaletteEntryProps = {
  id: string;
  entry: PaletteEntry;
  isActive: boolean;
  onPoint: () => void;
  onChoose: (event: MouseEvent) => void;
};

function PaletteEntryRow({ id, entry, isActive, onPoint, onChoose }: PaletteEntryProps) {
  const { t } = useTranslation();
  const Icon = icons[entry.group];
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      ref={isActive ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
      onClick={onChoose}
      onAuxClick={onChoose}
      onMouseMove={onPoint}
    >
      <Icon aria-hidden />
      <span className={style['text']}>
        <HighlightedText text={entry.text || t('dashboard.view.untitled')} marks={entry.marks} />
        {entry.isVerified && (
          <CheckCircleFilled
            role="img"
            className={style['verified'] ?? ''}
            aria-label={t('verification.verified')}
            title={t('verification.verified')}
          />
        )}
        {entry.also && (
          <small>
            <HighlightedText {...entry.also} />
          </small>
        )}
      </span>
      {entry.place && (
        <small className={style['place']} dir="auto">
          {entry.place}
        </small>
      )}
    </div>
  );
}

/** A text with the matched parts highlighted. */
function HighlightedText({ text, marks }: { text: string; marks: MatchRange[] }) {
  const parts = marks.flatMap(([from, to], number) => [
    text.slice(marks[number - 1]?.[1] ?? 0, from),
    <mark key={from}>{text.slice(from, to)}</mark>,
  ]);
  return (
    <span dir="auto">
      {parts}
      {text.slice(marks.at(-1)?.[1] ?? 0)}
    </span>
  );
}
