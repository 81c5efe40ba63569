import { CalendarOutlined, FilterOutlined, PlusOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';

import { allTime, spanLabel } from '#display/words/span.ts';
import { textOf, capitalize } from '#display/words/subject.ts';
import { useLanguage } from '#web/ui/language.ts';
import style from './ControlsStrip.module.css';
import { useEditing } from './editing-context.ts';

/** Preview of the controls; clicking one edits it. */
export function ControlsStrip() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { now, select } = useEditing();
  const { span } = now.time;
  return (
    <div className={style['strip']} role="group" aria-label={t('dashboard.edit.controls')}>
      <button type="button" onClick={() => select({ kind: 'dashboard' })}>
        <CalendarOutlined aria-hidden />
        {capitalize(span ? spanLabel(span, language) : allTime[language])}
      </button>
      {now.controls.map(({ id, label }) => (
        <button key={id} type="button" dir="auto" onClick={() => select({ kind: 'control', id })}>
          <FilterOutlined aria-hidden />
          {textOf(label, language) || t('dashboard.edit.unnamed')}
        </button>
      ))}
      <button type="button" data-quiet onClick={() => select({ kind: 'control', id: null })}>
        <PlusOutlined aria-hidden />
        {t('dashboard.edit.addControl')}
      </button>
    </div>
  );
}
