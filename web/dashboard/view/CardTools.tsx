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

import type { ExportFormat } from '#contract/asks.ts';
import type { ChartCard } from '#contract/dashboard.ts';
import type { PictureFormat } from '#web/charts/download.ts';
import type { PickHandler } from '#web/charts/picking.ts';
import { hasNumber } from '#web/dashboard/alerts/number.ts';
import { useLook } from '#web/shell/preferences.ts';
import { Menu, type MenuItem } from '#web/ui/Menu.tsx';
import type { Answered } from './answered.ts';
import { useBoard } from './board.ts';
import { Downloading, useDownload } from './Downloading.tsx';
import style from './ViewCard.module.css';

// What few open comes when they do.
const Expanded = lazy(() => import('./Expanded.tsx').then((module) => ({ default: module.Expanded })));
const ProofDrawer = lazy(() => import('#web/charts/Proof.tsx').then((module) => ({ default: module.ProofDrawer })));
const RowsDrawer = lazy(() => import('./RowsDrawer.tsx').then((module) => ({ default: module.RowsDrawer })));
const CardAlert = lazy(() => import('./CardAlert.tsx').then((module) => ({ default: module.CardAlert })));
const DataAddressDialog = lazy(() =>
  import('#web/data-address/DataAddressDialog.tsx').then((module) => ({ default: module.DataAddressDialog })),
);
const PickDialog = lazy(() => import('./PickDialog.tsx').then((module) => ({ default: module.PickDialog })));

type Opened = 'elsewhere' | 'proof' | 'expanded' | 'rows' | 'values' | 'alert';
type Props = { card: ChartCard; title: string; answered: Answered; onPick: PickHandler };

const files: ExportFormat[] = ['csv', 'xlsx'];
const pictures: PictureFormat[] = ['png', 'svg'];

/** What can be done with a card: how it came about, and a menu with the rest. */
export function CardTools({ card, title, answered, onPick }: Props) {
  const [opened, open] = useState<Opened | null>(null);
  const { again, id } = useBoard();
  const download = useDownload({ answered, title });
  const explore = useExplore(answered);
  const latest = useRef({ answered, download, explore });
  useEffect(() => {
    latest.current = { answered, download, explore };
  });
  const close = () => open(null);
  const { ask, result, subject, drawing } = answered;
  const isTable = drawing.kind === 'table' || drawing.kind === 'pivot';
  const canPick = ask.kind === 'query' && ask.dimensions.length > 0;
  return (
    <div className={style['tools']}>
      <Buttons
        {...{ title, isTable, canPick, latest }}
        isSql={ask.kind === 'sql'}
        canAlert={ask.kind === 'query' || (ask.kind === 'sql' && hasNumber(result))}
        onOpen={open}
      />
      {download.state.kind !== 'idle' && <Downloading download={download} />}
      <Suspense>
        {opened === 'expanded' && <Expanded {...{ title, answered }} onClose={close} />}
        {opened === 'rows' && <RowsDrawer {...{ card, title, point: {}, onClose: close }} />}
        {opened === 'alert' && <CardAlert {...{ title, answered }} card={card.id} onClose={close} />}
        {opened === 'elsewhere' && (
          <DataAddressDialog source={{ kind: 'card', dashboard: id, id: card.id }} name={title} onClose={close} />
        )}
        {opened === 'values' && <PickDialog {...{ card, title, answered, onPick }} onClose={close} />}
        {opened === 'proof' && (
          <ProofDrawer {...{ ask, result, subject }} onFresh={() => again({ fresh: true })} onClose={close} />
        )}
      </Suspense>
    </div>
  );
}

type ButtonsProps = {
  title: string;
  isTable: boolean;
  isSql: boolean;
  canPick: boolean;
  canAlert: boolean;
  /** Read when something is done, so that a new answer draws no button again. */
  latest: RefObject<{ answered: Answered; download: ReturnType<typeof useDownload>; explore: () => void }>;
  onOpen: (opened: Opened) => void;
};

const Buttons = memo(function Buttons(props: ButtonsProps) {
  const { t } = useTranslation();
  const { title, onOpen } = props;
  const items = useItems(props);
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

function useItems({ title, isTable, isSql, canPick, canAlert, latest, onOpen }: ButtonsProps): MenuItem[] {
  const { t } = useTranslation();
  const look = useLook();
  const item = (key: string, text: string, icon: MenuItem['icon'], onSelect: () => void): MenuItem => ({
    key,
    text,
    icon,
    onSelect,
  });
  const drawPicture = async (format: PictureFormat) => {
    const { downloadChart } = await import('#web/charts/download.ts');
    const { drawn: frame, drawing } = latest.current.answered;
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
    ...(isTable ? [] : pictures).map((format) =>
      item(format, t(`charts.formats.${format}`), <DownloadOutlined aria-hidden />, () => void drawPicture(format)),
    ),
  ];
}

/** Goes to explore with the very question that the card asks now. */
function useExplore({ ask, drawing }: Answered): () => void {
  const navigate = useNavigate();
  return () => {
    // What writes such an address brings all schemas along.
    void import('#web/dashboard/explore/address.ts').then(({ writeSql, writeView }) => {
      const { kind, options } = drawing;
      const query =
        ask.kind === 'query'
          ? { dataset: ask.dataset, q: writeView({ ask, kind, options }) }
          : ask.kind === 'sql'
            ? { tab: 'sql', sql: writeSql({ ask, kind, options }) }
            : {};
      return navigate(`/dashboard/explore?${new URLSearchParams(query).toString()}`);
    });
  };
}
