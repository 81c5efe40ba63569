import {
  ApartmentOutlined,
  AppstoreOutlined,
  BarChartOutlined,
  BellOutlined,
  CheckCircleFilled,
  ClockCircleOutlined,
  CloudDownloadOutlined,
  DashboardOutlined,
  FunctionOutlined,
  LinkOutlined,
  MailOutlined,
  TableOutlined,
} from '@ant-design/icons';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import type { LineageKind } from '#contract/lineage/routes.ts';
import { textOf } from '#display/words/subject.ts';
import { useLanguage } from '#web/ui/language.ts';
import { addressOfNode, lineageAddressOf } from './lineage-links.ts';
import type { LineageBox } from './lineage-layout.ts';
import style from './LineagePicture.module.css';

const icons: Record<LineageKind, typeof LinkOutlined> = {
  application: AppstoreOutlined,
  dataset: TableOutlined,
  extract: CloudDownloadOutlined,
  metric: FunctionOutlined,
  dashboard: DashboardOutlined,
  chart: BarChartOutlined,
  alert: BellOutlined,
  report: MailOutlined,
  share: LinkOutlined,
};

type LineageNodeBoxProps = {
  box: LineageBox;
  isFocus: boolean;
  /** Whether an unrelated node is highlighted. */
  isDim: boolean;
  place?: CSSProperties | undefined;
  onActivate: (key: string | undefined) => void;
  onExpand: (key: string) => void;
};

/** One node of a lineage, with the cards of a dashboard. */
export function LineageNodeBox({ box, isFocus, isDim, place, onActivate, onExpand }: LineageNodeBoxProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { node, cards, moreCards } = box;
  const Icon = icons[node.kind];
  const kindName = t(`lineage.kinds.${node.kind}`);
  const title = textOf(node.title, language) || t(`lineage.untitled.${node.kind}`);
  const lineage = isFocus ? undefined : lineageAddressOf(node);
  return (
    <li
      className={style['box']}
      style={place}
      data-focus={isFocus}
      data-dim={isDim}
      onMouseEnter={() => onActivate(node.key)}
      onMouseLeave={() => onActivate(undefined)}
      onFocus={() => onActivate(node.key)}
      onBlur={() => onActivate(undefined)}
    >
      <div className={style['head']}>
        <Icon role="img" aria-label={kindName} title={kindName} />
        <Link to={addressOfNode(node)} title={title} dir="auto" {...(isFocus && { 'aria-current': true })}>
          {title}
        </Link>
        {node.isVerified && (
          <CheckCircleFilled
            role="img"
            className={style['verified'] ?? ''}
            aria-label={t('verification.verified')}
            title={t('verification.verified')}
          />
        )}
        {node.isLate && (
          <ClockCircleOutlined
            role="img"
            className={style['late'] ?? ''}
            aria-label={t('freshness.late.word')}
            title={t('freshness.late.word')}
          />
        )}
        {lineage && (
          <Link
            className={style['step']}
            to={lineage}
            aria-label={t('lineage.of', { name: title })}
            title={t('lineage.open')}
          >
            <ApartmentOutlined aria-hidden />
          </Link>
        )}
      </div>
      {cards.length > 0 && (
        <ul className={style['cards']} aria-label={t('lineage.cards', { name: title })}>
          {cards.map((card) => (
            <li key={card.id} title={textOf(card.title, language)} dir="auto">
              {textOf(card.title, language) || t('lineage.card')}
            </li>
          ))}
          {moreCards > 0 && (
            <li>
              <button type="button" onClick={() => onExpand(node.key)}>
                {t('lineage.moreCards', { count: moreCards })}
              </button>
            </li>
          )}
        </ul>
      )}
    </li>
  );
}
