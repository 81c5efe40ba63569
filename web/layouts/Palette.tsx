import { SearchOutlined } from '@ant-design/icons';
import Input from 'antd/es/input/Input';
import Modal from 'antd/es/modal';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useReturnFocus } from '#web/ui/dialog.ts';
import { type Command, useCommands } from './commands.ts';
import style from './Palette.module.css';

const matches = (command: Command, wanted: string) =>
  `${command.text} ${command.key}`.toLowerCase().includes(wanted.trim().toLowerCase());

/** Finds places and commands by a few letters, by keyboard all the way. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  useReturnFocus();
  const [wanted, setWanted] = useState('');
  const [position, setPosition] = useState(0);
  const found = useCommands().filter((command) => matches(command, wanted));
  const active = found[Math.min(position, found.length - 1)];

  const run = (command: Command) => {
    onClose();
    command.run();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setPosition((position + step + found.length) % Math.max(found.length, 1));
    }
    if (event.key === 'Enter' && active) run(active);
  };

  return (
    <Modal
      open
      width={520}
      footer={null}
      closable={false}
      onCancel={onClose}
      title={<VisuallyHidden text={t('search.title')} />}
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
        aria-controls={id}
        aria-activedescendant={active && `${id}-${active.key}`}
        onChange={(event) => {
          setWanted(event.target.value);
          setPosition(0);
        }}
        onKeyDown={handleKey}
      />
      <ul id={id} role="listbox" aria-label={t('search.title')} className={style['list']}>
        {found.map((command) => (
          <li
            key={command.key}
            id={`${id}-${command.key}`}
            role="option"
            aria-selected={command === active}
            ref={command === active ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
            onClick={() => run(command)}
            onMouseMove={() => setPosition(found.indexOf(command))}
          >
            <span>{command.text}</span>
            <small>{t(`search.groups.${command.group}`)}</small>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className={style['none']}>{t('search.none', { wanted })}</p>}
    </Modal>
  );
}

function VisuallyHidden({ text }: { text: string }) {
  return <span className={style['hidden']}>{text}</span>;
}
