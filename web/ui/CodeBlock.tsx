import { CopyOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';

import style from './CodeBlock.module.css';
import { copyText } from './copy-text.ts';

/** Code with a copy button. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  const { t } = useTranslation();
  const block = useRef<HTMLPreElement>(null);
  const copy = () => {
    const selection = window.getSelection();
    if (block.current) selection?.selectAllChildren(block.current);
    void copyText(code, t);
  };
  return (
    <div className={style['block']}>
      <pre ref={block} tabIndex={0} aria-label={label}>
        {code}
      </pre>
      <Button size="small" icon={<CopyOutlined aria-hidden />} onClick={copy}>
        {t('common.copy')}
      </Button>
    </div>
  );
}
