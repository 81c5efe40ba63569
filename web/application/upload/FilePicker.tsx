import { UploadOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { type ReactElement, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { type UploadTarget, useUpload } from './start-upload.ts';

const accepted = '.csv,.tsv,.txt,.json,.ndjson,.jsonl,.parquet,.xlsx,.gz,.zip';

type FilePickerProps = UploadTarget & {
  primary?: boolean;
  text?: string;
  /** Renders a custom trigger instead of the button. */
  children?: (pick: () => void) => ReactElement;
};

/** Selects one or more files from the disk. */
export function FilePicker({ into, dataset, folder, primary = false, text, children }: FilePickerProps) {
  const { t } = useTranslation();
  const upload = useUpload({ into, dataset, folder });
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  const pick = () => input?.click();
  return (
    <>
      <input
        ref={setInput}
        type="file"
        multiple
        hidden
        accept={accepted}
        data-testid="files"
        onChange={({ target }) => {
          upload([...(target.files ?? [])]);
          // Allows the same file to be selected again.
          target.value = '';
        }}
      />
      {children?.(pick) ?? (
        <Button type={primary ? 'primary' : 'default'} icon={<UploadOutlined aria-hidden />} onClick={pick}>
          {text ?? t('upload.choose')}
        </Button>
      )}
    </>
  );
}
