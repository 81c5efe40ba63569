import { PlusOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';

import { allDatasetsQuery } from '#web/http/run-query.ts';
import { NewDialog } from './NewDialog.tsx';

/** Creates a dashboard, in a folder if one is open. */
export function NewButton({ folder = null }: { folder?: string | null }) {
  const { t } = useTranslation();
  const [isChoosing, setChoosing] = useState(false);
  // The command palette links here with the dialog open.
  const [search, setSearch] = useSearchParams();
  const queries = useQueryClient();
  const prefetchDatasets = () => void queries.prefetchQuery(allDatasetsQuery);
  const handleClose = () => {
    setChoosing(false);
    if (search.has('new')) setSearch((now) => (now.delete('new'), now), { replace: true });
  };
  return (
    <>
      <Button
        type="primary"
        icon={<PlusOutlined aria-hidden />}
        aria-haspopup="dialog"
        onPointerEnter={prefetchDatasets}
        onFocus={prefetchDatasets}
        onClick={() => setChoosing(true)}
      >
        {t('dashboard.list.new')}
      </Button>
      {(isChoosing || search.has('new')) && <NewDialog folder={folder} onClose={handleClose} />}
    </>
  );
}
