import {
  ApiOutlined,
  BellOutlined,
  DownloadOutlined,
  ExpandOutlined,
  FilterOutlined,
  InfoCircleOutlined,
  LineChartOutlined,
  MoreOutlined,
  TableOutlined,
} from '@ant-design/icons';
import Button from 'antd/es/button';
import { lazy, memo, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

import type { ExportFormat } from '#contract/queries/routes.ts';
import type { ChartCard } from '#domain/dashboard/dashboard.ts';
import { isTableKind } from '#display/charts/all-kinds.ts';
import type { ImageFormat } from '#web/charts/download-chart.ts';
import type { PickHandler } from '#web/grid/pick-handler.ts';
import { hasNumber } from '#web/alerts/has-number.ts';
import { useLook } from '#web/shell/preferences.ts';
import { Menu } from '#web/ui/Menu.tsx';
import type { MenuItem } from '#web/ui/menu-trigger.ts';
import type { CardResult } from './card-result.ts';
import { useDashboardContext } from './dashboard-context.ts';
import { DownloadStatus, useDownload } from './DownloadStatus.tsx';
import style from './ViewCard.module.css';

// Lazy: few viewers open these.
const ExpandedCard = lazy(() => import('./ExpandedCard.tsx').then((module) => ({ default: module.ExpandedCard })));
const ProofDrawer = lazy(() => import('#web/charts/Proof.tsx').then((module) => ({ default: module.ProofDrawer })));
const RowsDrawer = lazy(() => import('./RowsDrawer.tsx').then((module) => ({ default: module.RowsDrawer })));
const CardAlert = lazy(() => import('./CardAlert.tsx').then((module) => ({ default: module.CardAlert })));
const DataAddressDialog = lazy(() =>
  import('#web/data-address/DataAddressDialog.tsx').then((module) => ({ default: module.DataAddressDialog })),
);
const PickDialog = lazy(() => import('./PickDialog.tsx').then((module) => ({ default: module.PickDialog })));

type CardPanelKind = 'elsewhere' | 'proof' | 'expanded' | 'rows' | 'values' | 'alert';
type CardToolsProps = { card: ChartCard; title: string; lastAnswer: CardResult; onPick: PickHandler };

const files: ExportFormat[] = ['csv', 'xlsx'];
const imageFormats: ImageFormat[] = ['png', 'svg'];

/** Actions of a card: proof, and a menu with the rest. */
export function CardTools({ card, title, lastAnswer, onPick }: CardToolsProps) {
  const [openPanel, setOpenPanel] = useState<CardPanelKind | null>(null);
  const { rerun, id } = useDashboardContext();
  const download = useDownload({ lastAnswer, title });
  const explore = useExplore(lastAnswer);
  const latest = useRef({ lastAnswer, download, explore });
  useEffect(() => {
    latest.current = { lastAnswer, download, explore };
  });
  const close = () => setOpenPanel(null);
  const { spec, result, subject, drawing } = lastAnswer;
  const isTable = isTableKind(drawing.kind);
  const canPick = spec.kind === 'query' && spec.dimensions.length > 0;
  return (
    <div className={style['tools']}>
      <CardButtons
        {...{ title, isTable, canPick, latest }}
        isSql={spec.kind === 'sql'}
        canAlert={spec.kind === 'query' || (spec.kind === 'sql' && hasNumber(result))}
        onOpen={setOpenPanel}
      />
      {download.state.kind !== 'idle' && <DownloadStatus download={download} />}
      <Suspense>
        {openPanel === 'expanded' && <ExpandedCard {...{ title, lastAnswer }} onClose={close} />}
        {openPanel === 'rows' && <RowsDrawer {...{ card, title, point: {}, onClose: close }} />}
        {openPanel === 'alert' && <CardAlert {...{ title, lastAnswer }} card={card.id} onClose={close} />}
        {openPanel === 'elsewhere' && (
          <DataAddressDialog source={{ kind: 'card', dashboard: id, id: card.id }} name={title} onClose={close} />
        )}
        {openPanel === 'values' && <PickDialog {...{ card, title, lastAnswer, onPick }} onClose={close} />}
        {openPanel === 'proof' && (
          <ProofDrawer {...{ spec, result, subject }} onFresh={() => rerun({ fresh: true })} onClose={close} />
        )}
      </Suspense>
    </div>
  );
}

type CardButtonsProps = {
  title: string;
  isTable: boolean;
  isSql: boolean;
  canPick: boolean;
  canAlert: boolean;
  /** A ref, so that a new answer does not render the buttons again. */
  latest: RefObject<{ lastAnswer: CardResult; download: ReturnType<typeof useDownload>; explore: () => void }>;
  onOpen: (panel: CardPanelKind) => void;
};

const CardButtons = memo(function CardButtons(props: CardButtonsProps) {
  const { t } = useTranslation();
  const { title, onOpen } = props;
  const items = useMenuItems(props);
  return (
    <>
      <Button
        type="text"
        size="small"
        className={style['proof'] ?? ''}
        icon={<InfoCircleOutlined aria-hidden />}
        aria-label={t('proof.open')}
        title={t('proof.open')}
        onClick={() => onOpen('proof')}
      />
      <Menu label={t('dashboard.view.menu')} items={items} opensOn="click">
        <Button
          type="text"
          size="small"
          icon={<MoreOutlined aria-hidden />}
          aria-label={t('dashboard.view.menuOf', { title })}
          title={t('dashboard.view.menu')}
        />
      </Menu>
    </>
  );
});

function useMenuItems({ title, isTable, isSql, canPick, canAlert, latest, onOpen }: CardButtonsProps): MenuItem[] {
  const { t } = useTranslation();
  const look = useLook();
  const item = (key: string, text: string, icon: MenuItem['icon'], onSelect: () => void): MenuItem => ({
    key,
    text,
    icon,
    onSelect,
  });
  const downloadImage = async (format: ImageFormat) => {
    const { downloadChart } = await import('#web/charts/download-chart.ts');
    const { chartFrame: frame, drawing } = latest.current.lastAnswer;
    await downloadChart({ frame, drawing, look, title }, format);
  };
  return [
    item('proof', t('proof.open'), <InfoCircleOutlined aria-hidden />, () => onOpen('proof')),
    item('expanded', t('dashboard.view.expand'), <ExpandOutlined aria-hidden />, () => onOpen('expanded')),
    ...(canPick
      ? [item('values', t('dashboard.view.pickValues'), <FilterOutlined aria-hidden />, () => onOpen('values'))]
      : []),
    ...(isSql ? [] : [item('rows', t('dashboard.view.rows'), <TableOutlined aria-hidden />, () => onOpen('rows'))]),
    item('explore', t('dashboard.view.explore'), <LineChartOutlined aria-hidden />, () => latest.current.explore()),
    ...(canAlert ? [item('alert', t('alerts.make'), <BellOutlined aria-hidden />, () => onOpen('alert'))] : []),
    item('elsewhere', t('elsewhere.open'), <ApiOutlined aria-hidden />, () => onOpen('elsewhere')),
    ...files.map((format) =>
      item(
        format,
        t(`export.formats.${format}`),
        <DownloadOutlined aria-hidden />,
        () => void latest.current.download.start(format),
      ),
    ),
    ...(isTable ? [] : imageFormats).map((format) =>
      item(format, t(`charts.formats.${format}`), <DownloadOutlined aria-hidden />, () => void downloadImage(format)),
    ),
  ];
}

/** Opens explore with the card's current query. */
function useExplore({ spec, drawing }: CardResult): () => void {
  const navigate = useNavigate();
  return () => {
    // Lazy: encoding the URL loads all schemas.
    void import('#web/explore/view-url.ts').then(({ writeSql, writeView }) => {
      const { kind, options } = drawing;
      const query =
        spec.kind === 'query'
          ? { dataset: spec.dataset, q: writeView({ ask: spec, kind, options }) }
          : spec.kind === 'sql'
            ? { tab: 'sql', sql: writeSql({ ask: spec, kind, options }) }
            : {};
      return navigate(`/dashboard/explore?${new URLSearchParams(query).toString()}`);
    });
  };
}
