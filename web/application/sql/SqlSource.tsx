import { useTranslation } from 'react-i18next';

import { useMayEdit } from '#web/http/applications.ts';
import { CodeBlock } from '#web/ui/CodeBlock.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { useSqlRight } from './sql-rights.ts';
import style from './Sql.module.css';

type SqlSourceProps = { dataset: { id: string; applicationId: string }; sql: string };

/** The SQL that a dataset reads. */
export function SqlSource({ dataset: { id, applicationId }, sql }: SqlSourceProps) {
  const { t } = useTranslation();
  const mayEdit = useMayEdit(applicationId);
  const { right } = useSqlRight(applicationId, { isEnabled: mayEdit });
  return (
    <details className={style['source']}>
      <summary>{t('datasetSql.source')}</summary>
      <div>
        <CodeBlock code={sql} label={t('datasetSql.source')} />
        {mayEdit && right === 'allowed' && (
          <LinkButton to={`/application/${applicationId}/sql?dataset=${id}`}>{t('datasetSql.edit')}</LinkButton>
        )}
        {mayEdit && right === 'off' && (
          <LinkButton to={`/application/${applicationId}/settings`}>{t('tables.toSettings')}</LinkButton>
        )}
      </div>
    </details>
  );
}
