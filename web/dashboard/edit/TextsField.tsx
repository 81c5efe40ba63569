import Input from 'antd/es/input/Input';
import TextArea from 'antd/es/input/TextArea';
import { useTranslation } from 'react-i18next';

import type { LocalizedText } from '#domain/columns/column.ts';
import type { Language } from '#domain/language.ts';
import { languageOptions } from '#web/shell/language-options.ts';
import { useLanguage } from '#web/ui/language.ts';
import style from './TextsField.module.css';

type TextsFieldProps = {
  label: string;
  texts: LocalizedText;
  onChange: (texts: LocalizedText) => void;
  /** Placeholder for an empty text. */
  proposed?: string;
  max?: number;
  /** Whether it is multi-line. */
  isLong?: boolean;
};

/** A text field in both languages. */
export function TextsField({ label, texts, onChange, proposed = '', max = 200, isLong = false }: TextsFieldProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  // A text that is equal in both languages is edited as one.
  const withText = (before: LocalizedText, field: Language, text: string): LocalizedText =>
    field === language && before[field] && before.en_US === before.zh_CN
      ? { en_US: text, zh_CN: text }
      : { ...before, [field]: text };
  return (
    <div className={style['texts']} role="group" aria-label={label}>
      <h3>{label}</h3>
      {languageOptions.map(({ text, value }) => {
        const props = {
          'aria-label': t('common.pair', { name: label, value: text }),
          maxLength: max,
          dir: 'auto' as const,
          value: texts[value],
          placeholder: proposed,
          onChange: (event: { target: { value: string } }) => onChange(withText(texts, value, event.target.value)),
        };
        return isLong ? (
          <div key={value} className={style['written']}>
            <small aria-hidden>{text}</small>
            <TextArea {...props} autoSize={{ minRows: 2, maxRows: 6 }} />
          </div>
        ) : (
          <Input key={value} {...props} prefix={<small>{text}</small>} />
        );
      })}
    </div>
  );
}
