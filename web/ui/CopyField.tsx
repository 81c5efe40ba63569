import { CopyOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import Input from 'antd/es/input/Input';
import Compact from 'antd/es/space/Compact';
import { useRef } from 'react';
import type { InputRef } from 'antd/es/input';
import { useTranslation } from 'react-i18next';

import { copyText } from './copy-text.ts';

/** A read-only text with a copy button. */
export function CopyField({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation();
  const input = useRef<InputRef>(null);
  const copy = () => {
    input.current?.select();
    void copyText(text, t);
  };
  return (
    <Compact block>
      <Input ref={input} readOnly value={text} aria-label={label} onFocus={() => input.current?.select()} />
      <Button icon={<CopyOutlined aria-hidden />} onClick={copy}>
        {t('common.copy')}
      </Button>
    </Compact>
  );
}
