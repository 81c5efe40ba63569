import { useQuery } from '@tanstack/react-query';
import Spin from 'antd/es/spin';
import { useTranslation } from 'react-i18next';

import type { FolderKind, FolderMove, MovePreview } from '#contract/folders/routes.ts';
import { call } from '#web/http/client.ts';
import { useLanguage } from '#web/ui/language.ts';
import { sentenceOf } from '#web/ui/problem.ts';
import type { MovedThings } from './actions.ts';
import style from './Dialogs.module.css';

const effects = ['gainAccess', 'gainEdit', 'loseAccess', 'loseEdit'] as const;

type MoveEffectsProps = { kind: FolderKind; folder: FolderMove['folder']; moved: MovedThings };

/** Who gains or loses access by a move, before it is made. */
export function MoveEffects({ kind, folder, moved }: MoveEffectsProps) {
  const { t } = useTranslation();
  const { data, error } = useQuery({
    queryKey: ['folders', 'preview', folder, moved],
    queryFn: ({ signal }) => call('POST /folders/move/preview', { folder, ...moved }, signal),
    throwOnError: false,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  const isUnchanged = data && effects.every((effect) => data[effect].count === 0);
  return (
    <div className={style['effects']} role="status">
      {error && <p className={style['error']}>{sentenceOf(error)}</p>}
      {!data && !error && <Spin size="small" delay={300} />}
      {isUnchanged && <p>{t('folders.unchanged')}</p>}
      {data && !isUnchanged && (
        <>
          <b>{t('folders.effects')}</b>
          <ul>
            {effects.map((effect) => (
              <MoveEffect key={effect} effect={effect} affected={data[effect]} />
            ))}
          </ul>
        </>
      )}
      {data && data.stayOpen > 0 && <p>{t('folders.stayOpen', { count: data.stayOpen })}</p>}
      {data && kind === 'application' && !isUnchanged && <p>{t('folders.dataToo')}</p>}
    </div>
  );
}

type MoveEffectProps = { effect: (typeof effects)[number]; affected: MovePreview['gainAccess'] };

function MoveEffect({ effect, affected: { count, people } }: MoveEffectProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (count === 0) return null;
  const more = count - people.length;
  const names = [...people.map(({ name }) => name), ...(more > 0 ? [t('folders.more', { count: more })] : [])];
  const list = new Intl.ListFormat(language.replace('_', '-'), { type: 'unit' }).format(names);
  return (
    <li data-tone={effect.startsWith('lose') ? 'lose' : 'gain'} dir="auto">
      {t('common.pair', { name: t(`folders.effect.${effect}`, { count }), value: list })}
    </li>
  );
}
