import { HistoryOutlined, RedoOutlined, SettingOutlined, UndoOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import { textOf } from '#display/words/subject.ts';
import { useLanguage } from '#web/ui/language.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { usePageTitle } from '#web/ui/page-title.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import { AddMenu } from './AddMenu.tsx';
import style from './EditBar.module.css';
import { useEditing } from './editing-context.ts';
import type { PublishState } from './use-publish.ts';

/** Title, draft state and actions of the edited dashboard. */
export function EditBar({ publishing, onHistory }: { publishing: PublishState; onHistory: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const editing = useEditing();
  const { id, now, select, isChanged } = editing;
  const title = textOf(now.title, language) || t('dashboard.edit.untitled');
  const heading = usePageTitle(t('dashboard.edit.of', { name: title }));
  return (
    <div className={style['bar']}>
      <div className={style['name']}>
        <h1 ref={heading} tabIndex={-1} dir="auto">
          <button type="button" title={t('dashboard.edit.settings')} onClick={() => select({ kind: 'dashboard' })}>
            {title}
          </button>
        </h1>
        <DraftStatus />
      </div>
      <div className={style['actions']}>
        <UndoButtons />
        <Button
          icon={<SettingOutlined aria-hidden />}
          aria-label={t('dashboard.edit.settings')}
          title={t('dashboard.edit.settings')}
          onClick={() => select({ kind: 'dashboard' })}
        />
        <Button
          icon={<HistoryOutlined aria-hidden />}
          aria-label={t('dashboard.history.title')}
          title={t('dashboard.history.title')}
          onClick={onHistory}
        />
        <AddMenu isPlain />
        <LinkButton to={`/dashboard/${id}`}>{t('dashboard.edit.done')}</LinkButton>
        <Button
          type="primary"
          disabled={!isChanged}
          loading={publishing.isPublishing}
          title={t('dashboard.edit.publishKeys')}
          onClick={publishing.publish}
        >
          {t('dashboard.edit.publish')}
        </Button>
      </div>
    </div>
  );
}

function UndoButtons() {
  const { t } = useTranslation();
  const { undo, redo, canUndo, canRedo } = useEditing();
  return (
    <>
      <Button
        icon={<UndoOutlined aria-hidden />}
        aria-label={t('dashboard.edit.undo')}
        title={t('dashboard.edit.undo')}
        disabled={!canUndo}
        onClick={undo}
      />
      <Button
        icon={<RedoOutlined aria-hidden />}
        aria-label={t('dashboard.edit.redo')}
        title={t('dashboard.edit.redo')}
        disabled={!canRedo}
        onClick={redo}
      />
    </>
  );
}

/** Shows whether the draft is saved. */
function DraftStatus() {
  const { t } = useTranslation();
  const { draftState, isChanged } = useEditing();
  const { state, error } = draftState;
  if (state === 'failed') {
    return (
      <span className={style['failed']} role="alert">
        {t('dashboard.edit.notKept')} {error && sentenceOf(error)}
      </span>
    );
  }
  const text =
    state === 'saving' ? 'dashboard.edit.keeping' : isChanged ? 'dashboard.edit.kept' : 'dashboard.edit.same';
  return (
    <span className={style['kept']} role="status">
      {t(text)}
    </span>
  );
}
