import { CodeOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import { LinkButton } from '#web/ui/LinkButton.tsx';
import { useSqlRight } from './sql-rights.ts';
import style from './Sql.module.css';

/** Opens the SQL page; hidden without the right to write SQL. */
export function WriteSqlButton({ application }: { application: string }) {
  const { t } = useTranslation();
  const { right } = useSqlRight(application);
  if (right !== 'allowed') return null;
  return (
    <LinkButton to={`/application/${application}/sql`} icon={<CodeOutlined aria-hidden />}>
      {t('datasetSql.title')}
    </LinkButton>
  );
}

/** Tells owners that they can allow SQL. */
export function SqlOffNote({ application }: { application: string }) {
  const { t } = useTranslation();
  const { right } = useSqlRight(application);
  if (right !== 'off') return null;
  return (
    <p className={style['off']}>
      {t('datasetSql.off')} <Link to={`/application/${application}/settings`}>{t('tables.toSettings')}</Link>
    </p>
  );
}
