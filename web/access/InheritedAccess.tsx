import { FolderOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';

import type { AudienceList } from '#contract/access/routes.ts';
import style from './AccessDialog.module.css';

/** Who also has access through the folders above; that is changed there. */
export function InheritedAccess({ inherited }: Pick<AudienceList, 'inherited'>) {
  const { t } = useTranslation();
  if (!inherited || (inherited.everyone === null && inherited.members.length === 0)) return null;
  const { everyone, members } = inherited;
  const rows = [
    ...(everyone ? [{ id: '', name: t('access.everyone'), right: everyone }] : []),
    ...members.filter(({ right }) => everyone === null || (everyone === 'view' && right === 'edit')),
  ];
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
