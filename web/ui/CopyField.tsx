import { CopyOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import Input from 'antd/es/input/Input';
import Compact from 'antd/es/space/Compact';
import { useRef } from 'react';
import type { InputRef } from 'antd/es/input';
import { useTranslation } from 'react-i18next';

import { toast } from './toast.ts';

/** A text to take away. */
export function CopyField({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation();
  const input = useRef<InputRef>(null);
  const copy = async () => {
    input.current?.select();
    // Browsers offer the clipboard to secure pages only; the selection is there to copy by hand.
    const isCopied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    void toast('info', t(isCopied ? 'common.copied' : 'common.copyByHand'));
  };
  return (
    <Compact block>
      <Input ref={input} readOnly value={text} aria-label={label} onFocus={() => input.current?.select()} />
      <Button icon={<CopyOutlined aria-hidden />} onClick={() => void copy()}>
        {t('common.copy')}
      </Button>
    </Compact>
  );
}
