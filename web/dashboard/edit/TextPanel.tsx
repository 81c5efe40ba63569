import { DeleteOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import TextArea from 'antd/es/input/TextArea';
import { type ComponentProps, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { type Card, type LiveNumber, maxTextLength } from '#domain/dashboard/dashboard.ts';
import type { Language } from '#domain/language.ts';
import { formatNumber } from '#display/format/number.ts';
import { languageOptions } from '#web/shell/language-options.ts';
import { useLanguage } from '#web/ui/language.ts';
import { changeCard } from '#domain/dashboard/dashboard-edits.ts';
import { useEditing } from './editing-context.ts';
import { NumberDialog } from './NumberDialog.tsx';
import style from './Panel.module.css';
import fields from './TextsField.module.css';
import { TextsField } from './TextsField.tsx';

type TextCard = Extract<Card, { kind: 'text' }>;

const maxNumbers = 50;

/** Edits a text card in both languages, with its live numbers. */
export function TextPanel({ card }: { card: TextCard }) {
  const { t } = useTranslation();
  const { change } = useEditing();
  const [isChoosing, setChoosing] = useState(false);
  const caret = useRef<{ language: Language; at: number } | null>(null);
  const set = (make: (now: TextCard) => TextCard, group?: string) =>
    change((dashboard) => changeCard(dashboard, card.id, (now) => (now.kind === 'text' ? make(now) : now)), group);
  /** Inserts a name at the last caret position, or at the end of both texts. */
  const insert = (now: TextCard, name: string): TextCard => {
    const placeholder = `{{${name}}}`;
    const { current } = caret;
    const put = (language: Language, text: string) => {
      if (current && current.language !== language) return text;
      const at = current ? Math.min(current.at, text.length) : text.length;
      return text.slice(0, at) + placeholder + text.slice(at);
    };
    return { ...now, text: { en_US: put('en_US', now.text.en_US), zh_CN: put('zh_CN', now.text.zh_CN) } };
  };
  const add = (number: LiveNumber) => {
    setChoosing(false);
    set((now) => insert({ ...now, numbers: [...now.numbers, number] }, number.name));
  };
  return (
    <>
      <TextsField
        label={t('dashboard.edit.title')}
        texts={card.title}
        onChange={(title) => set((now) => ({ ...now, title }), `title ${card.id}`)}
      />
      <div className={fields['texts']} role="group" aria-label={t('dashboard.edit.text')}>
        <h3>{t('dashboard.edit.text')}</h3>
        {languageOptions.map(({ text: name, value }) => (
          <LanguageText
            key={value}
            language={name}
            value={card.text[value]}
            onSelect={({ currentTarget }) => (caret.current = { language: value, at: currentTarget.selectionEnd })}
            onChange={({ target }) => {
              caret.current = { language: value, at: target.selectionEnd };
              set((now) => ({ ...now, text: { ...now.text, [value]: target.value } }), `text ${value} ${card.id}`);
            }}
          />
        ))}
        <p className={style['note']}>{t('dashboard.edit.markdown')}</p>
      </div>
      <section>
        <h3>{t('dashboard.edit.numbers')}</h3>
        <ul className={style['list']}>
          {card.numbers.map(({ name }) => (
            <li key={name}>
              <Button type="text" title={t('dashboard.edit.insert')} onClick={() => set((now) => insert(now, name))}>
                <code>{`{{${name}}}`}</code>
              </Button>
              <Button
                size="small"
                type="text"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={t('dashboard.edit.removeNumber', { name })}
                onClick={() => set((now) => ({ ...now, numbers: now.numbers.filter((each) => each.name !== name) }))}
              />
            </li>
          ))}
        </ul>
        {card.numbers.length < maxNumbers && (
          <Button onClick={() => setChoosing(true)}>{t('dashboard.edit.addNumber')}</Button>
        )}
      </section>
      {isChoosing && (
        <NumberDialog taken={card.numbers.map(({ name }) => name)} onClose={() => setChoosing(false)} onAdd={add} />
      )}
    </>
  );
}

type LanguageTextProps = {
  language: string;
  value: string;
} & Pick<ComponentProps<typeof TextArea>, 'onSelect' | 'onChange'>;

/** The text in one language. Text over the limit stays in the field, so that nothing pasted is lost. */
function LanguageText({ language, value, ...events }: LanguageTextProps) {
  const { t } = useTranslation();
  const uiLanguage = useLanguage();
  const isLong = value.length > maxTextLength * 0.9;
  const isTooLong = value.length > maxTextLength;
  const lengths = { length: formatNumber(value.length, uiLanguage), most: formatNumber(maxTextLength, uiLanguage) };
  return (
    <div className={fields['written']}>
      <small aria-hidden>{language}</small>
      <TextArea
        aria-label={t('common.pair', { name: t('dashboard.edit.text'), value: language })}
        dir="auto"
        autoSize={{ minRows: 5, maxRows: 16 }}
        status={isTooLong ? 'error' : ''}
        value={value}
        {...events}
      />
      {isLong && (
        <p role={isTooLong ? 'alert' : 'status'} data-wrong={isTooLong}>
          {t(isTooLong ? 'dashboard.edit.textTooLong' : 'dashboard.edit.textLength', lengths)}
        </p>
      )}
    </div>
  );
}
