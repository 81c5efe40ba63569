import { BellOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import Popover from 'antd/es/popover';
import { useTranslation } from 'react-i18next';

import style from './Bell.module.css';

/** Notifications; there are none until something is watched. */
export function Bell() {
  const { t } = useTranslation();
  const content = (
    <div className={style['none']}>
      <BellOutlined aria-hidden />
      <strong>{t('bell.none')}</strong>
      <p>{t('bell.text')}</p>
    </div>
  );
  return (
    <Popover trigger="click" placement="bottomRight" title={t('bell.title')} content={content}>
      <Button type="text" aria-label={t('bell.title')} icon={<BellOutlined />} data-testid="bell" />
    </Popover>
  );
}
