import { DatabaseOutlined, ExperimentOutlined, FileTextOutlined, ThunderboltOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';

import type { ApplicationKind } from '#contract/applications/routes.ts';
import style from './ApplicationTable.module.css';

const icons: Record<ApplicationKind, typeof DatabaseOutlined> = {
  files: FileTextOutlined,
  events: ThunderboltOutlined,
  connection: DatabaseOutlined,
  sample: ExperimentOutlined,
};

/** The kind of an application, with its icon. */
export function ApplicationKindLabel({ kind }: { kind: ApplicationKind }) {
  const { t } = useTranslation();
  const Icon = icons[kind];
  return (
    <span className={style['kind']}>
      <Icon aria-hidden />
      {t(`application.kinds.${kind}`)}
    </span>
  );
}
