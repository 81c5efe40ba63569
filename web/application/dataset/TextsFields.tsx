import Form from 'antd/es/form';
import Input from 'antd/es/input/Input';
import TextArea from 'antd/es/input/TextArea';
import { useTranslation } from 'react-i18next';

import { languageOptions } from '#web/shell/language-options.ts';
import style from './Dialogs.module.css';

/** Label and description in each language; the name is the fallback of the label. */
export function TextsFields({ name }: { name: string }) {
  const { t } = useTranslation();
  const nameOf = (field: string, language: string) => t('common.pair', { name: t(`schema.${field}`), value: language });
  return (
    <>
      <div className={style['pair']}>
        {languageOptions.map(({ text, value }, index) => (
          <Form.Item key={value} name={['label', value]} label={nameOf('label', text)}>
            <Input maxLength={100} dir="auto" placeholder={name} autoFocus={index === 0} />
          </Form.Item>
        ))}
      </div>
      {languageOptions.map(({ text, value }) => (
        <Form.Item key={value} name={['description', value]} label={nameOf('description', text)}>
          <TextArea maxLength={2000} autoSize={{ minRows: 1, maxRows: 6 }} dir="auto" />
        </Form.Item>
      ))}
    </>
  );
}
