import Modal from 'antd/es/modal';
import type { TFunction } from 'i18next';

import type { UndoneItem } from '#contract/lineage/remaps.ts';
import { textOf } from '#display/words/subject.ts';
import { useLanguage } from '#web/ui/language.ts';
// Applies the theme of the page to dialogs that are opened by a function call.
import '#web/ui/messages.tsx';
import style from '../dataset/Dependents.module.css';

/** Lists the items that the undo left unchanged, with the reasons. */
export function listUnchanged(items: UndoneItem[], t: TFunction): void {
  Modal.warning({
    title: t('remap.undonePartly'),
    okText: t('remap.close'),
    content: <UnchangedItems items={items} t={t} />,
  });
}

function UnchangedItems({ items, t }: { items: UndoneItem[]; t: TFunction }) {
  const language = useLanguage();
  return (
    <ul className={style['dependents']}>
      {items.map(({ kind, id, title, problem }) => (
        <li key={`${kind} ${id}`}>
          <bdi>{textOf(title, language) || t(`lineage.untitled.${kind}`)}</bdi>{' '}
          <small>{t(`lineage.kinds.${kind}`)}</small>
          <p className={style['reason']}>{problem?.message}</p>
        </li>
      ))}
    </ul>
  );
}
