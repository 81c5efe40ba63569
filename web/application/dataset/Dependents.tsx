import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import type { Dependent, Tried } from '#contract/uses.ts';
import { textOf } from '#display/words/subject.ts';
import { useLanguage } from '#web/ui/language.ts';
import style from './Dependents.module.css';
import { addressOf, keyOf } from './uses.ts';

/** What a dependent is called, with a link to where it is. */
export function DependentName({ dependent, isNew = false }: { dependent: Dependent; isNew?: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const name = textOf(dependent.title, language) || t(`dataset.use.kinds.${dependent.kind}`);
  const address = addressOf(dependent);
  if (!address) return <bdi>{name}</bdi>;
  return (
    <Link to={address} dir="auto" {...(isNew && { target: '_blank' })}>
      {name}
    </Link>
  );
}

/** Dependents one below the other, with what would be wrong with each. */
export function Dependents({ tried, hasReasons }: { tried: Tried[]; hasReasons: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <ul className={style['dependents']}>
      {tried.map((each) => (
        <li key={keyOf(each)}>
          <DependentName dependent={each} isNew />{' '}
          <small>
            {t(`dataset.use.kinds.${each.kind}`)}
            {each.dashboard && ` · ${textOf(each.dashboard.title, language) || t('dashboard.view.untitled')}`}
          </small>
          {hasReasons && each.problem && <p className={style['reason']}>{each.problem.message}</p>}
        </li>
      ))}
    </ul>
  );
}
