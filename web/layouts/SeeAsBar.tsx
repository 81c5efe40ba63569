import { EyeOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import { exitSeeAs, readSeeAs } from '#web/shell/see-as.ts';
import style from './SeeAsBar.module.css';

/** Names the member whose view the page shows, in "See as…". */
export function SeeAsBar() {
  const { t } = useTranslation();
  const seeAs = readSeeAs();
  if (!seeAs) return null;
  return (
    <div role="status" className={style['bar']}>
      <EyeOutlined aria-hidden />
      <span className={style['text']} dir="auto">
        {t('seeAs.bar', { name: seeAs.name })}
      </span>
      <span className={style['note']}>{t('seeAs.readOnly')}</span>
      <Button size="small" onClick={exitSeeAs}>
        {t('seeAs.exit')}
      </Button>
    </div>
  );
}
