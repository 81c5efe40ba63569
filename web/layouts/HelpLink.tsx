import { QuestionCircleOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import Tooltip from 'antd/es/tooltip';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

/** Leads to the usage documentation. */
export function HelpLink() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Tooltip title={t('common.help.tooltip')}>
      <Button
        type="text"
        aria-label={t('common.help.tooltip')}
        icon={<QuestionCircleOutlined />}
        onClick={() => navigate('/help')}
        data-testid="help"
      />
    </Tooltip>
  );
}
