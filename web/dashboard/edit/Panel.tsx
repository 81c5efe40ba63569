import { CloseOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { memo, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

import { ChartPanel } from './ChartPanel.tsx';
import { ControlPanel } from './ControlPanel.tsx';
import { DashboardPanel } from './DashboardPanel.tsx';
import { changeCard } from '#domain/dashboard/dashboard-edits.ts';
import { findCard } from '#domain/dashboard/dashboard.ts';
import { type EditSelection, useEditing } from './editing-context.ts';
import style from './Panel.module.css';
import { TabPanel } from './TabPanel.tsx';
import { TextPanel } from './TextPanel.tsx';
import { TextsField } from './TextsField.tsx';

type EditPanelProps = { selected: NonNullable<EditSelection> };

/** Side panel that edits the selection. */
export const Panel = memo(function Panel({ selected }: EditPanelProps) {
  const { t } = useTranslation();
  const { now, select } = useEditing();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  const card = selected.kind === 'card' ? findCard(now, selected.id) : undefined;
  const name = card ? t(`dashboard.edit.kinds.${card.kind}`) : t(`dashboard.edit.panels.${selected.kind}`);
  const close = () => {
    select(null);
    if (card) document.querySelector<HTMLElement>(`[data-card="${CSS.escape(card.id)}"]`)?.focus();
  };
  return (
    <aside
      ref={panel}
      className={style['panel']}
      tabIndex={-1}
      aria-label={name}
      onKeyDown={(event) => event.key === 'Escape' && !event.nativeEvent.isComposing && close()}
    >
      <header>
        <h2>{name}</h2>
        <Button
          type="text"
          icon={<CloseOutlined aria-hidden />}
          aria-label={t('dashboard.edit.close')}
          onClick={close}
        />
      </header>
      <div className={style['content']}>
        <Content selected={selected} />
      </div>
    </aside>
  );
});

function Content({ selected }: EditPanelProps): ReactNode {
  const { now } = useEditing();
  if (selected.kind === 'dashboard') return <DashboardPanel />;
  if (selected.kind === 'control') return <ControlPanel id={selected.id} />;
  if (selected.kind === 'tab') return <TabPanel id={selected.id} />;
  const card = findCard(now, selected.id);
  if (!card) return null;
  if (card.kind === 'chart') return <ChartPanel card={card} />;
  if (card.kind === 'text') return <TextPanel card={card} />;
  return <DividerPanel id={card.id} />;
}

function DividerPanel({ id }: { id: string }) {
  const { t } = useTranslation();
  const { now, change } = useEditing();
  const card = findCard(now, id);
  if (card?.kind !== 'divider') return null;
  return (
    <>
      <TextsField
        label={t('dashboard.edit.title')}
        texts={card.title}
        onChange={(title) =>
          change((dashboard) => changeCard(dashboard, id, (each) => ({ ...each, title })), `title ${id}`)
        }
      />
      <label className={style['flag']}>
        <input
          type="checkbox"
          checked={card.isFolded}
          onChange={({ target }) =>
            change((dashboard) => changeCard(dashboard, id, () => ({ ...card, isFolded: target.checked })))
          }
        />
        {t('dashboard.edit.folded')}
      </label>
    </>
  );
}
