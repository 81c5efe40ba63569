import { DownOutlined } from '@ant-design/icons';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Pop } from '#web/explore/Pop.tsx';
import style from './PopoverField.module.css';

/** In the bar, a field opens a popover; in the sheet on phones, it expands. */
export type FieldLayout = 'bar' | 'sheet';

type PopoverFieldProps = {
  label: string;
  /** The current value; empty if nothing is filtered. */
  text: string;
  /** Details for the tooltip. */
  detail?: string;
  icon?: ReactNode;
  /** A short note with its full text as tooltip. */
  note?: { short: string; full: string };
  /** Whether it differs from the default. */
  isChanged: boolean;
  layout: FieldLayout;
  renderPanel: (close: () => void) => ReactNode;
};

const titleOf = (...lines: (string | undefined)[]) => lines.filter(Boolean).join('\n') || undefined;

/** A field: label, current value, and a panel to change it. */
export function PopoverField({ label, text, detail, icon, note, isChanged, layout, renderPanel }: PopoverFieldProps) {
  const { t } = useTranslation();
  const displayed = text || t('dashboard.controls.all');
  const summary = (
    <>
      {icon}
      <span className={style['label']}>{label}</span>
      <bdi className={style['value']}>{displayed}</bdi>
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
      <Fold isChanged={isChanged} face={summary}>
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
          {summary}
        </button>
      )}
    </Pop>
  );
}

type FoldProps = { isChanged: boolean; face: ReactNode; children: ReactNode };

/** Mounts its panel only when unfolded. */
function Fold({ isChanged, face, children }: FoldProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={style['fold']} data-changed={isChanged} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{face}</summary>
      {isOpen && <div className={style['folded']}>{children}</div>}
    </details>
  );
}
