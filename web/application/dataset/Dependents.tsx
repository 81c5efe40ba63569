import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

import type { Dependent, TestedDependent } from '#contract/datasets/uses.ts';
import { textOf } from '#display/words/subject.ts';
import { useLanguage } from '#web/ui/language.ts';
import style from './Dependents.module.css';
import { addressOf, isThrough, keyOf } from './uses.ts';

/** Name of a dependent, with a link to it. */
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

/** A list of dependents, optionally with the reason why each would break. */
export function Dependents({ dependents, hasReasons }: { dependents: TestedDependent[]; hasReasons: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <ul className={style['dependents']}>
      {dependents.map((each) => (
        <li key={keyOf(each)}>
          <DependentName dependent={each} isNew />{' '}
          <small>
            {t(`dataset.use.kinds.${each.kind}`)}
            {each.dashboard && ` · ${textOf(each.dashboard.title, language) || t('dashboard.view.untitled')}`}
            {isThrough(each) && ` · ${t('dataset.use.through', { name: textOf(each.dataset.title, language) })}`}
          </small>
          {hasReasons && each.problem && <p className={style['reason']}>{each.problem.message}</p>}
        </li>
      ))}
    </ul>
  );
}
