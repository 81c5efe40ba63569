import { SearchOutlined } from '@ant-design/icons';
import Input from 'antd/es/input/Input';
import Modal from 'antd/es/modal';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import { useReturnFocus } from '#web/ui/dialog.ts';
import { Entries, idOf } from './Entries.tsx';
import { type Entry, useCommandEntries, useHelpEntries, useMoment, useServerEntries } from './entries.ts';
import style from './Palette.module.css';
import { sectionsOf } from './sections.ts';

/** So long what stands below an answer waits for it, so that it is not pushed down. */
const patience = 100;

/** Finds everything by a few letters, by keyboard all the way. */
export function Palette({ early, onClose }: { early: () => string; onClose: () => void }) {
  const { t } = useTranslation();
  const list = useId();
  useReturnFocus();
  const [wanted, setWanted] = useState(early);
  const { entries: found, isBehind } = useFound(wanted);
  const sections = sectionsOf(found);
  // In the order in which they are seen.
  const entries = sections.flatMap((section) => section.entries);
  const [chosen, setChosen] = useState<string>();
  const active = entries.find(({ key }) => key === chosen) ?? entries[0];
  const run = useRun(onClose);
  const enter = useEnter({ entries, isBehind, run });

  const walk = (step: number) => {
    const next = (Math.max(entries.indexOf(active!), 0) + step + entries.length) % entries.length;
    setChosen(entries[next]?.key);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && active) {
      event.preventDefault();
      walk(step);
    }
    if (event.key === 'Enter') {
      // The focus goes back to what opened the palette, and the same press would open it again.
      event.preventDefault();
      enter(active, active?.key === chosen, event.ctrlKey || event.metaKey);
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
        value={wanted}
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={active && idOf(list, active)}
        onChange={(event) => {
          setWanted(event.target.value);
          setChosen(undefined);
        }}
        onKeyDown={handleKey}
        suffix={
          <button type="button" className={style['leave']} onClick={onClose}>
            {t('search.close')}
          </button>
        }
      />
      <Entries list={list} sections={sections} active={active} onPoint={({ key }) => setChosen(key)} onChoose={run} />
      {entries.length === 0 && !isBehind && <p className={style['none']}>{t('search.none', { wanted })}</p>}
    </Modal>
  );
}

/** Commands, then what the server finds, then help; before anything is typed, what was seen last. */
function useFound(wanted: string): { entries: Entry[]; isBehind: boolean } {
  const server = useServerEntries(wanted);
  const commands = useCommandEntries(wanted);
  const help = useHelpEntries(wanted);
  const hasWaited = useMoment(patience, wanted.trim() ? 'typed' : 'opened');
  const isSettled = !server.isBehind || hasWaited;
  const entries = wanted.trim()
    ? [...commands, ...server.entries, ...(isSettled ? help : [])]
    : [...server.entries, ...(isSettled ? commands : [])];
  return { entries, isBehind: server.isBehind };
}

type Run = (entry: Entry, inNewTab: boolean) => void;

function useRun(onClose: () => void): Run {
  const navigate = useNavigate();
  return (entry, inNewTab) => {
    if ('to' in entry.does && inNewTab) {
      window.open(entry.does.to, '_blank', 'noopener');
      return;
    }
    onClose();
    if ('to' in entry.does) void navigate(entry.does.to);
    else entry.does.run();
  };
}

type Entered = { entries: Entry[]; isBehind: boolean; run: Run };

/** Enter before the answer is there means the first of what will be found, and waits for it. */
function useEnter({ entries, isBehind, run }: Entered) {
  const waiting = useRef<{ inNewTab: boolean }>(undefined);
  useEffect(() => {
    if (!waiting.current || isBehind) return;
    const { inNewTab } = waiting.current;
    waiting.current = undefined;
    if (entries[0]) run(entries[0], inNewTab);
  }, [isBehind, entries, run]);
  return (active: Entry | undefined, isChosen: boolean, inNewTab: boolean) => {
    const isOurs = active && ['place', 'command', 'help'].includes(active.group);
    if (active && (isChosen || isOurs || !isBehind)) run(active, inNewTab);
    else if (isBehind) waiting.current = { inNewTab };
  };
}
