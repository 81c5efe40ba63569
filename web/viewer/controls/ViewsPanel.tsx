import { CloseOutlined, EditOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Input from 'antd/es/input/Input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { DashboardView } from '#contract/dashboards/routes.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import { isSame } from '../url-state.ts';
import { viewsQuery } from '../views.ts';
import type { ControlsProps } from './control-fields.tsx';
import { ViewLinks } from './ViewLinks.tsx';
import panel from './Panel.module.css';
import { useSavedViews } from './use-saved-views.ts';
import style from './ViewsPanel.module.css';

type ViewsPanelProps = { setting: ControlsProps; onClose: () => void };

/** The member's saved views: apply, save, rename, delete; and links to share. */
export function ViewsPanel({ setting, onClose }: ViewsPanelProps) {
  const { t } = useTranslation();
  const { data: views, error } = useQuery({ ...viewsQuery(setting.id), throwOnError: false });
  return (
    <div className={style['panel']}>
      {error && <small role="alert">{sentenceOf(error)}</small>}
      {views?.length === 0 && <small className={panel['note']}>{t('dashboard.controls.noViews')}</small>}
      {views && views.length > 0 && (
        <ul className={style['list']}>
          {views.map((view) => (
            <ViewEntry key={view.id} view={view} setting={setting} onClose={onClose} />
          ))}
        </ul>
      )}
      <SaveForm setting={setting} />
      <ViewLinks setting={setting} onClose={onClose} />
    </div>
  );
}

function ViewEntry({ view, setting, onClose }: ViewsPanelProps & { view: DashboardView }) {
  const { t } = useTranslation();
  const { remove } = useSavedViews(setting.id);
  const [isRenaming, setRenaming] = useState(false);
  const apply = () => {
    setting.onChange(view.state);
    onClose();
  };
  const name = view.name ?? '';
  if (isRenaming) return <RenameForm id={setting.id} view={view} onDone={() => setRenaming(false)} />;
  return (
    <li>
      <button type="button" aria-pressed={isSame(view.state, setting.state)} onClick={apply} title={name}>
        <bdi>{name}</bdi>
      </button>
      <button
        type="button"
        aria-label={t('dashboard.controls.renameView', { name })}
        title={t('dashboard.list.rename')}
        onClick={() => setRenaming(true)}
      >
        <EditOutlined aria-hidden />
      </button>
      <button
        type="button"
        aria-label={t('dashboard.controls.forget', { name })}
        onClick={() => remove.mutate(view.id)}
      >
        <CloseOutlined aria-hidden />
      </button>
    </li>
  );
}

/** Rename field: Enter saves, Escape and blur cancel. */
function RenameForm({ id, view, onDone }: { id: string; view: DashboardView; onDone: () => void }) {
  const { t } = useTranslation();
  const { rename } = useSavedViews(id);
  const before = view.name ?? '';
  const [name, setName] = useState(before);
  const submit = () => {
    if (name.trim() === '' || name.trim() === before) return onDone();
    return rename.mutate({ view: view.id, name: name.trim() }, { onSuccess: onDone });
  };
  return (
    <li className={style['rename']}>
      <Input
        autoFocus
        size="small"
        dir="auto"
        maxLength={100}
        status={rename.error ? 'error' : ''}
        aria-label={t('dashboard.controls.viewName')}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') submit();
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onDone();
        }}
        onBlur={() => !rename.isPending && onDone()}
      />
      {rename.error && <small role="alert">{sentenceOf(rename.error)}</small>}
    </li>
  );
}

function SaveForm({ setting }: { setting: ControlsProps }) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const { save } = useSavedViews(setting.id);
  const isNamed = name.trim() !== '';
  const submit = () =>
    isNamed && save.mutate({ name: name.trim(), state: setting.state }, { onSuccess: () => setName('') });
  return (
    <form
      className={style['keep']}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Input
        dir="auto"
        maxLength={100}
        aria-label={t('dashboard.controls.viewName')}
        placeholder={t('dashboard.controls.viewName')}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button htmlType="submit" disabled={!isNamed} loading={save.isPending}>
        {t('dashboard.controls.keep')}
      </Button>
      {save.error && <small role="alert">{sentenceOf(save.error)}</small>}
    </form>
  );
}
