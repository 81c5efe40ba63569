import { DownloadOutlined } from '@ant-design/icons';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import type { Drawing } from '#domain/query/chart.ts';
import type { Frame } from '#display/frame.ts';
import { useLook } from '#web/shell/preferences.ts';
import { Menu } from '#web/ui/Menu.tsx';
import { downloadChart, type ImageFormat } from './download-chart.ts';

type ChartImageMenuProps = { frame: Frame; drawing: Drawing; title: string };

const formats: ImageFormat[] = ['png', 'svg'];

/** Menu to download a chart as an image. */
export function ChartImageMenu({ frame, drawing, title }: ChartImageMenuProps) {
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
