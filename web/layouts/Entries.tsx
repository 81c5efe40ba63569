import {
  AppstoreOutlined,
  BarChartOutlined,
  DashboardOutlined,
  FieldStringOutlined,
  HistoryOutlined,
  ReadOutlined,
  RightOutlined,
  TableOutlined,
  ThunderboltOutlined,
  UserOutlined,
} from '@ant-design/icons';
import type { ComponentType, MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';

import type { Entry, Group } from './entries.ts';
import { Marked } from './Marked.tsx';
import style from './Palette.module.css';
import type { Section } from './sections.ts';

const icons: Record<Group, ComponentType<{ 'aria-hidden': true }>> = {
  recent: HistoryOutlined,
  dashboard: DashboardOutlined,
  card: BarChartOutlined,
  application: AppstoreOutlined,
  dataset: TableOutlined,
  column: FieldStringOutlined,
  member: UserOutlined,
  place: RightOutlined,
  command: ThunderboltOutlined,
  help: ReadOutlined,
};

export const idOf = (list: string, entry: Entry) => `${list}-${entry.key.replaceAll(/[^\w-]/g, '_')}`;

type Props = {
  list: string;
  sections: Section<Entry>[];
  active: Entry | undefined;
  onPoint: (entry: Entry) => void;
  onChoose: (entry: Entry, inNewTab: boolean) => void;
};

/** What was found, in groups. */
export function Entries({ list, sections, active, onPoint, onChoose }: Props) {
  const { t } = useTranslation();
  return (
    <div id={list} role="listbox" aria-label={t('search.title')} className={style['list']}>
      {sections.map(({ group, entries }) => (
        <div key={group} role="group" aria-label={t(`search.groups.${group}`)}>
          <div aria-hidden className={style['group']}>
            {t(`search.groups.${group}`)}
          </div>
          {entries.map((entry) => (
            <Line
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

type LineProps = {
  id: string;
  entry: Entry;
  isActive: boolean;
  onPoint: () => void;
  onChoose: (event: MouseEvent) => void;
};

function Line({ id, entry, isActive, onPoint, onChoose }: LineProps) {
  const { t } = useTranslation();
  const Shown = icons[entry.group];
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
      <Shown aria-hidden />
      <span className={style['text']}>
        <Marked text={entry.text || t('dashboard.view.untitled')} marks={entry.marks} />
        {entry.also && (
          <small>
            <Marked {...entry.also} />
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
