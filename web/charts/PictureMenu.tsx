import { DownloadOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import type { Drawing } from '#contract/chart.ts';
import type { Frame } from '#display/frame.ts';
import { useLook } from '#web/shell/preferences.ts';
import { Menu } from '#web/ui/Menu.tsx';
import { downloadChart, type PictureFormat } from './download.ts';

type Props = { frame: Frame; drawing: Drawing; title: string };

const formats: PictureFormat[] = ['png', 'svg'];

/** Takes a picture home as a file. */
export function PictureMenu({ frame, drawing, title }: Props) {
  const { t } = useTranslation();
  const look = useLook();
  const items = formats.map((format) => ({
    key: format,
    text: t(`charts.formats.${format}`),
    onSelect: () => void downloadChart({ frame, drawing, look, title }, format),
  }));
  return (
    <Menu label={t('charts.download')} items={items}>
      <Button type="text" size="small" aria-label={t('charts.download')} icon={<DownloadOutlined aria-hidden />} />
    </Menu>
  );
}
