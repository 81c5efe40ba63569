import { DownloadOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import Button from 'antd/es/button';
import { useTranslation } from 'react-i18next';

import type { DashboardFormat } from '#contract/dashboards/exports.ts';
import { useStateContext } from '#web/viewer/dashboard-context.ts';
import { download } from '#web/http/download.ts';
import { useLook } from '#web/shell/preferences.ts';
import { Menu } from '#web/ui/Menu.tsx';
import { toastProblem } from '#web/ui/problem.ts';
import type { ShareLink } from './share-link.ts';

const formats: DashboardFormat[] = ['xlsx', 'pdf', 'png'];

/** Exports the shared dashboard in its current state. */
export function DownloadMenu({ link: { pass }, tab }: { link: ShareLink; tab: string }) {
  const { t } = useTranslation();
  const state = useStateContext();
  const { language, theme } = useLook();
  const { mutate, isPending } = useMutation({
    mutationFn: (format: DashboardFormat) =>
      download('POST /shares/file', { pass: pass(), state, language, theme, tab, format }),
    onError: toastProblem,
  });
  const label = t('dashboard.export.label');
  const items = formats.map((format) => ({
    key: format,
    text: t(`dashboard.export.${format}`),
    onSelect: () => mutate(format),
  }));
  return (
    <Menu label={label} items={items} opensOn="click">
      <Button icon={<DownloadOutlined aria-hidden />} aria-label={label} title={label} loading={isPending} />
    </Menu>
  );
}
