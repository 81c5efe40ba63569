import { useQuery } from '@tanstack/react-query';
import Alert from 'antd/es/alert';
import { useTranslation } from 'react-i18next';

import type { Member } from '#contract/accounts/routes.ts';
import type { ListedShare } from '#contract/shares/routes.ts';
import { formatNumber } from '#display/format/number.ts';
import { allSharesQuery } from '#web/shares/queries.ts';
import { useLive } from '#web/http/live.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useLanguage } from '#web/ui/language.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { PageHeading } from '#web/ui/PageHeading.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { BoardPicture } from '#web/ui/pictures.tsx';
import { useUrlFilter } from '../url-filter.ts';
import { filterNames, matchesFilter } from './links-filter.ts';
import { LinksFilter } from './LinksFilter.tsx';
import { LinksTable } from './LinksTable.tsx';

/** The member's public links to all dashboards; for the owner those of everyone. */
export function LinksPage({ me }: { me: Member }) {
  const { t } = useTranslation();
  useLive();
  const { data } = useQuery(allSharesQuery);
  const isOwner = me.role === 'owner';
  return (
    <>
      <PageHeading
        title={t('account.links.title')}
        lead={t(isOwner ? 'account.links.leadAll' : 'account.links.lead')}
      />
      {data?.total === 0 ? (
        <EmptyState picture={<BoardPicture />} title={t('account.links.none')} text={t('account.links.noneText')}>
          <LinkButton to="/dashboard">{t('account.links.toDashboards')}</LinkButton>
        </EmptyState>
      ) : (
        <Panel>
          <FilteredLinks shares={data?.shares} total={data?.total ?? 0} isOwner={isOwner} />
        </Panel>
      )}
    </>
  );
}

type FilteredLinksProps = { shares: ListedShare[] | undefined; total: number; isOwner: boolean };

function FilteredLinks({ shares, total, isOwner }: FilteredLinksProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { chosen, choose } = useUrlFilter(filterNames);
  const visibleShares = shares?.filter((share) => matchesFilter(share, chosen));
  const number = (value: number) => formatNumber(value, language);
  return (
    <>
      <LinksFilter shares={shares ?? []} isOwner={isOwner} chosen={chosen} choose={choose} />
      {shares && shares.length < total && (
        <Alert
          type="info"
          showIcon
          title={t('account.links.cut', { shown: number(shares.length), total: number(total) })}
          style={{ marginBottom: 16 }}
        />
      )}
      <LinksTable shares={visibleShares} isOwner={isOwner} />
    </>
  );
}
