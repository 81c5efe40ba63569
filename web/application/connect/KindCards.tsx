import { DatabaseOutlined } from '@ant-design/icons';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

import { type DatabaseKind, databaseKinds, databases } from '#domain/databases.ts';
import style from './Connect.module.css';

type KindCardsProps = { value?: DatabaseKind; onChange?: (kind: DatabaseKind) => void };

/** Chooses the kind of database. */
export function KindCards({ value, onChange }: KindCardsProps) {
  const { t } = useTranslation();
  const name = useId();
  return (
    <div className={style['kinds']} role="radiogroup" aria-label={t('connect.kind')}>
      {databaseKinds.map((kind) => (
        <label key={kind} className={style['kind']} data-chosen={kind === value}>
          <input type="radio" name={name} checked={kind === value} onChange={() => onChange?.(kind)} />
          <DatabaseOutlined aria-hidden />
          <span>{kind === 'mysql' ? t('connect.mysql') : databases[kind].name}</span>
        </label>
      ))}
    </div>
  );
}
