import { GlobalOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import type { Language } from '#domain/language.ts';
import { languageOptions } from '#web/shell/language-options.ts';
import { setPreferences } from './set-preferences.ts';
import { Menu } from './Menu.tsx';

const switchLanguage = (language: Language) => setPreferences({ language });

/** The current language as the trigger of a language menu: a button, or a link without a border. */
export function LanguageSelector({
  border = true,
  onChange = switchLanguage,
}: {
  border?: boolean;
  onChange?: (value: Language) => void;
}) {
  const { t, i18n } = useTranslation();
  const current = languageOptions.find((option) => option.value === i18n.language);
  return (
    <Menu
      label={t('common.language')}
      items={languageOptions.map(({ text, value }) => ({
        key: value,
        text,
        selected: value === current?.value,
        onSelect: () => onChange(value),
      }))}
    >
      <Button type={border ? 'default' : 'link'} icon={<GlobalOutlined aria-hidden />} data-testid="language">
        {current?.text}
      </Button>
    </Menu>
  );
}
