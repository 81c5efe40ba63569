import Modal from 'antd/es/modal';
import { useTranslation } from 'react-i18next';

import { useReturnFocus } from '#web/ui/return-focus.ts';
import style from './KeysDialog.module.css';

const isMac = /Mac|iP(hone|ad)/.test(navigator.platform);
const command = isMac ? '⌘' : 'Ctrl';

/** All keyboard shortcuts, by where they work. */
const keys: Record<string, [keys: string[], text: string][]> = {
  everywhere: [
    [[`${command}+K`, '/'], 'search'],
    [['?'], 'map'],
    [['Esc'], 'close'],
  ],
  palette: [
    [['↑', '↓'], 'walk'],
    [['Enter'], 'choose'],
    [[`${command}+Enter`], 'tab'],
  ],
  dashboard: [
    [['E'], 'edit'],
    [['R'], 'refresh'],
    [['F'], 'full'],
    [['←', '→'], 'turn'],
  ],
  editing: [
    [[`${command}+S`], 'publish'],
    [[`${command}+Z`], 'undo'],
    [[`${command}+Shift+Z`], 'redo'],
    [['Space'], 'lift'],
    [['←', '↑', '→', '↓'], 'move'],
    [['Shift+←', 'Shift+→'], 'size'],
  ],
  explore: [
    [[`${command}+Enter`], 'run'],
    [[`${command}+S`], 'keep'],
    [['R'], 'refresh'],
  ],
};

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  useReturnFocus();
  return (
    <Modal open footer={null} title={t('keyMap.title')} onCancel={onClose}>
      {Object.entries(keys).map(([scope, rows]) => (
        <section key={scope} className={style['place']}>
          <h3>{t(`keyMap.places.${scope}`)}</h3>
          <dl>
            {rows.map(([shortcuts, text]) => (
              <div key={text}>
                <dt>{t(`keyMap.texts.${text}`)}</dt>
                <dd>
                  {shortcuts.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  );
}
