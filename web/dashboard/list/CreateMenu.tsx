import { PlusOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Menu } from '#web/ui/Menu.tsx';
import { FromDataset } from './FromDataset.tsx';
import { useBlank } from './making.ts';

/** The ways to a new dashboard: an empty one, or one of what a dataset holds. */
export function CreateMenu() {
  const { t } = useTranslation();
  const [isChoosing, setChoosing] = useState(false);
  const { make, isMaking } = useBlank();
  return (
    <>
      <Menu
        label={t('dashboard.list.new')}
        items={[
          { key: 'blank', text: t('dashboard.list.blank'), onSelect: make },
          { key: 'dataset', text: t('dashboard.list.fromDataset'), onSelect: () => setChoosing(true) },
        ]}
      >
        <Button type="primary" icon={<PlusOutlined aria-hidden />} loading={isMaking} aria-haspopup="menu">
          {t('dashboard.list.new')}
        </Button>
      </Menu>
      {isChoosing && <FromDataset onClose={() => setChoosing(false)} />}
    </>
  );
}
