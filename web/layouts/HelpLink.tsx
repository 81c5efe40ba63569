import { QuestionCircleOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import Tooltip from 'antd/es/tooltip';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';

import { helpFor } from './help-pages.ts';

/** Opens the help page for the current page. */
export function HelpLink() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (
    <Tooltip title={t('common.help.tooltip')}>
      <Button
        type="text"
        aria-label={t('common.help.tooltip')}
        icon={<QuestionCircleOutlined />}
        onClick={() => navigate(helpFor(`${pathname}${search}`))}
        data-testid="help"
      />
    </Tooltip>
  );
}
