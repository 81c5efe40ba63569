import Input from 'antd/es/input/Input';
import TextArea from 'antd/es/input/TextArea';
import { useTranslation } from 'react-i18next';

import type { Texts } from '#contract/datasets.ts';
import type { Language } from '#contract/language.ts';
import { languageOptions } from '#web/shell/language.ts';
import { useLanguage } from '#web/ui/language.ts';
import style from './TextsField.module.css';

type Props = {
  label: string;
  texts: Texts;
  onChange: (texts: Texts) => void;
  /** What stands in where nothing is written. */
  proposed?: string;
  max?: number;
  /** Whether it is longer than a line. */
  isLong?: boolean;
};

/** A text in both languages, side by side. */
export function TextsField({ label, texts, onChange, proposed = '', max = 200, isLong = false }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  // A text that is the same in both languages is one text to whoever reads only their own.
  const changed = (before: Texts, field: Language, text: string): Texts =>
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
          onChange: (event: { target: { value: string } }) => onChange(changed(texts, value, event.target.value)),
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
