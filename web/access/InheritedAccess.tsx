import { FolderOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';

import type { AudienceList } from '#contract/access/routes.ts';
import style from './AccessDialog.module.css';

/** Members who have access through a parent folder; it can only be changed there. */
export function InheritedAccess({ inherited, by }: Pick<AudienceList, 'inherited' | 'by'>) {
  const { t } = useTranslation();
  if (!inherited) return null;
  const { everyone, members } = inherited;
  const rows = [
    ...(everyone ? [{ id: '', name: t('access.everyone'), right: everyone }] : []),
    // The creator has access anyway.
    ...members.filter(
      ({ id, right }) => id !== by?.id && (everyone === null || (everyone === 'view' && right === 'edit')),
    ),
  ];
  if (rows.length === 0) return null;
  return (
    <section className={style['inherited']}>
      <h3>
        <FolderOutlined aria-hidden /> {t('access.inherited')}
      </h3>
      <ul className={style['members']}>
        {rows.map(({ id, name, right }) => (
          <li key={id}>
            <bdi title={name}>{name}</bdi>
            <small />
            <span className={style['fixed']}>{t(`access.rights.${right}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
