import Modal from 'antd/es/modal';
import { useTranslation } from 'react-i18next';

import { useReturnFocus } from '#web/ui/dialog.ts';
import style from './KeysDialog.module.css';

const isMac = /Mac|iP(hone|ad)/.test(navigator.platform);
const command = isMac ? '⌘' : 'Ctrl';

/** Every key that does something, by where it does. */
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
      {Object.entries(keys).map(([place, rows]) => (
        <section key={place} className={style['place']}>
          <h3>{t(`keyMap.places.${place}`)}</h3>
          <dl>
            {rows.map(([pressed, text]) => (
              <div key={text}>
                <dt>{t(`keyMap.texts.${text}`)}</dt>
                <dd>
                  {pressed.map((key) => (
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
