import { CloseOutlined, EditOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Input from 'antd/es/input/Input';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { DashboardView } from '#contract/dashboards.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import { isSame } from '../address.ts';
import { viewsQuery } from '../views.ts';
import type { Setting } from './fields.tsx';
import { Links } from './Links.tsx';
import panel from './Panel.module.css';
import { useKeeping } from './keeping.ts';
import style from './ViewsPanel.module.css';

type Props = { setting: Setting; onClose: () => void };

/** One's own views of a dashboard: to return to, to keep, to forget; and links for others. */
export function ViewsPanel({ setting, onClose }: Props) {
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
      <KeepForm setting={setting} />
      <Links setting={setting} onClose={onClose} />
    </div>
  );
}

function ViewEntry({ view, setting, onClose }: Props & { view: DashboardView }) {
  const { t } = useTranslation();
  const { forget } = useKeeping(setting.id);
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
        onClick={() => forget.mutate(view.id)}
      >
        <CloseOutlined aria-hidden />
      </button>
    </li>
  );
}

/** The name in a field: Enter keeps it, Escape and leaving it do not. */
function RenameForm({ id, view, onDone }: { id: string; view: DashboardView; onDone: () => void }) {
  const { t } = useTranslation();
  const { rename } = useKeeping(id);
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

function KeepForm({ setting }: { setting: Setting }) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const { keep } = useKeeping(setting.id);
  const isNamed = name.trim() !== '';
  const submit = () =>
    isNamed && keep.mutate({ name: name.trim(), state: setting.state }, { onSuccess: () => setName('') });
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
      <Button htmlType="submit" disabled={!isNamed} loading={keep.isPending}>
        {t('dashboard.controls.keep')}
      </Button>
      {keep.error && <small role="alert">{sentenceOf(keep.error)}</small>}
    </form>
  );
}
