import { UploadOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { type ReactElement, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { type Goal, useUpload } from './start.ts';

const accepted = '.csv,.tsv,.txt,.json,.ndjson,.jsonl,.parquet,.xlsx,.gz,.zip';

type Props = Goal & {
  primary?: boolean;
  text?: string;
  /** Draws another trigger than a button. */
  children?: (pick: () => void) => ReactElement;
};

/** Chooses files from the disk, several at once. */
export function FilePicker({ into, dataset, primary = false, text, children }: Props) {
  const { t } = useTranslation();
  const upload = useUpload({ into, dataset });
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
          // The same file may be chosen again.
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
