import { SearchOutlined } from '@ant-design/icons';
import Input from 'antd/es/input/Input';
import Modal from 'antd/es/modal';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import { useReturnFocus } from '#web/ui/return-focus.ts';
import { PaletteEntries, idOf } from './PaletteEntries.tsx';
import {
  type PaletteEntry,
  useCommandEntries,
  useHelpEntries,
  useHasWaited,
  useServerEntries,
} from './palette-entries.ts';
import style from './Palette.module.css';
import { sectionsOf } from './palette-sections.ts';

/** How long local entries below the server's results wait for them, to avoid layout shifts. */
const settleMs = 100;

/** Search palette over dashboards, applications, commands and help, usable by keyboard only. */
export function Palette({ early, onClose }: { early: () => string; onClose: () => void }) {
  const { t } = useTranslation();
  const list = useId();
  useReturnFocus();
  const [searchText, setSearchText] = useState(early);
  const { entries: results, isBehind } = useResults(searchText);
  const sections = sectionsOf(results);
  // In display order.
  const entries = sections.flatMap((section) => section.entries);
  const [chosen, setChosen] = useState<string>();
  const active = entries.find(({ key }) => key === chosen) ?? entries[0];
  const run = useRunEntry(onClose);
  const handleEnter = useEnter({ entries, isBehind, run });

  const moveSelection = (step: number) => {
    const next = (Math.max(entries.indexOf(active!), 0) + step + entries.length) % entries.length;
    setChosen(entries[next]?.key);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && active) {
      event.preventDefault();
      moveSelection(step);
    }
    if (event.key === 'Enter') {
      // The focus returns to the button that opened the palette, and the same key press would open it again.
      event.preventDefault();
      handleEnter(active, active?.key === chosen, event.ctrlKey || event.metaKey);
    }
  };

  return (
    <Modal
      open
      width={600}
      footer={null}
      closable={false}
      onCancel={onClose}
      rootClassName={style['palette'] ?? ''}
      title={<span className={style['hidden']}>{t('search.title')}</span>}
    >
      <Input
        autoFocus
        size="large"
        variant="borderless"
        prefix={<SearchOutlined />}
        placeholder={t('search.placeholder')}
        value={searchText}
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={active && idOf(list, active)}
        onChange={(event) => {
          setSearchText(event.target.value);
          setChosen(undefined);
        }}
        onKeyDown={handleKey}
        suffix={
          <button type="button" className={style['leave']} onClick={onClose}>
            {t('search.close')}
          </button>
        }
      />
      <PaletteEntries
        list={list}
        sections={sections}
        active={active}
        onPoint={({ key }) => setChosen(key)}
        onChoose={run}
      />
      {entries.length === 0 && !isBehind && <p className={style['none']}>{t('search.none', { wanted: searchText })}</p>}
    </Modal>
  );
}

/** Commands, then the server's results, then help; without a search text, the recently viewed. */
function useResults(searchText: string): { entries: PaletteEntry[]; isBehind: boolean } {
  const server = useServerEntries(searchText);
  const commands = useCommandEntries(searchText);
  const help = useHelpEntries(searchText);
  const hasWaited = useHasWaited(settleMs, searchText.trim() ? 'typed' : 'opened');
  const isSettled = !server.isBehind || hasWaited;
  const entries = searchText.trim()
    ? [...commands, ...server.entries, ...(isSettled ? help : [])]
    : [...server.entries, ...(isSettled ? commands : [])];
  return { entries, isBehind: server.isBehind };
}

type RunEntry = (entry: PaletteEntry, inNewTab: boolean) => void;

function useRunEntry(onClose: () => void): RunEntry {
  const navigate = useNavigate();
  return (entry, inNewTab) => {
    if ('to' in entry.action && inNewTab) {
      window.open(entry.action.to, '_blank', 'noopener');
      return;
    }
    onClose();
    if ('to' in entry.action) void navigate(entry.action.to);
    else entry.action.run();
  };
}

type EnterInput = { entries: PaletteEntry[]; isBehind: boolean; run: RunEntry };

/** Enter pressed before the results arrive runs the first result once it is there. */
function useEnter({ entries, isBehind, run }: EnterInput) {
  const pending = useRef<{ inNewTab: boolean }>(undefined);
  useEffect(() => {
    if (!pending.current || isBehind) return;
    const { inNewTab } = pending.current;
    pending.current = undefined;
    if (entries[0]) run(entries[0], inNewTab);
  }, [isBehind, entries, run]);
  return (active: PaletteEntry | undefined, isChosen: boolean, inNewTab: boolean) => {
    const isLocal = active && ['place', 'command', 'help'].includes(active.group);
    if (active && (isChosen || isLocal || !isBehind)) run(active, inNewTab);
    else if (isBehind) pending.current = { inNewTab };
  };
}
