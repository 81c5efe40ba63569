import { DownOutlined } from '@ant-design/icons';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Pop } from '../../explore/Pop.tsx';
import style from './Field.module.css';

/** Where a field stands: in the bar it opens a panel, in the sheet of a phone it unfolds. */
export type FieldLayout = 'bar' | 'sheet';

type Props = {
  label: string;
  /** What is set; empty where everything passes. */
  text: string;
  /** What there is no room for, told to whoever points at it. */
  detail?: string;
  icon?: ReactNode;
  /** Stands quietly behind it, in short and in full. */
  note?: { short: string; full: string };
  /** Whether it differs from what the author set. */
  isChanged: boolean;
  layout: FieldLayout;
  renderPanel: (close: () => void) => ReactNode;
};

const titleOf = (...lines: (string | undefined)[]) => lines.filter(Boolean).join('\n') || undefined;

/** Something that can be set: what it is called, what it is now, and a panel to change it. */
export function Field({ label, text, detail, icon, note, isChanged, layout, renderPanel }: Props) {
  const { t } = useTranslation();
  const shown = text || t('dashboard.controls.all');
  const face = (
    <>
      {icon}
      <span className={style['label']}>{label}</span>
      <bdi className={style['value']}>{shown}</bdi>
      {note && (
        <span className={style['note']} title={note.full}>
          {note.short}
        </span>
      )}
      <DownOutlined aria-hidden className={style['arrow']} />
    </>
  );
  if (layout === 'sheet') {
    return (
      <Fold isChanged={isChanged} face={face}>
        <Suspense fallback={<div className={style['loading']} aria-busy />}>{renderPanel(() => undefined)}</Suspense>
      </Fold>
    );
  }
  return (
    <Pop renderPanel={renderPanel}>
      {(isOpen) => (
        <button
          type="button"
          className={style['button']}
          data-changed={isChanged}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          title={titleOf(text && t('common.pair', { name: label, value: text }), detail)}
        >
          {face}
        </button>
      )}
    </Pop>
  );
}

type FoldProps = { isChanged: boolean; face: ReactNode; children: ReactNode };

/** Asks for nothing before it is unfolded. */
function Fold({ isChanged, face, children }: FoldProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={style['fold']} data-changed={isChanged} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{face}</summary>
      {isOpen && <div className={style['folded']}>{children}</div>}
    </details>
  );
}
