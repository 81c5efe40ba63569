import { useQuery } from '@tanstack/react-query';
import Input from 'antd/es/input/Input';
import Modal from 'antd/es/modal';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { ChartCard, LiveNumber } from '#domain/dashboard/dashboard.ts';
import { markedName } from '#display/words/verification.ts';
import { allDatasetsQuery } from '#web/http/run-query.ts';
import { queriedDatasetQuery } from '#web/http/datasets.ts';
import { useLook } from '#web/shell/preferences.ts';
import { useReturnFocus } from '#web/ui/return-focus.ts';
import { PlainSelect } from '#web/ui/PlainSelect.tsx';
import { useCardName } from '#web/viewer/card-name.ts';
import { useEditing } from './editing-context.ts';
import style from './NumberDialog.module.css';
import { numberCardsOf, freeName, isName, numberOfCard, numberOptionsOf } from './numbers.ts';

type NumberDialogProps = { taken: string[]; onClose: () => void; onAdd: (number: LiveNumber) => void };

/** Adds a live number to a text: from a number card, or a measure of a dataset. */
export function NumberDialog({ taken, onClose, onAdd }: NumberDialogProps) {
  const { t } = useTranslation();
  const { now } = useEditing();
  useReturnFocus();
  const [name, setName] = useState(() => freeName(taken));
  const [measureNumber, setMeasureNumber] = useState<Omit<LiveNumber, 'name'>>();
  const isFree = isName(name) && !taken.includes(name);
  const numberCards = numberCardsOf(now);
  return (
    <Modal
      open
      width={480}
      title={t('dashboard.edit.addNumber')}
      okText={t('dashboard.edit.insert')}
      okButtonProps={{ disabled: !isFree || !measureNumber }}
      onOk={() => measureNumber && onAdd({ name, ...measureNumber })}
      onCancel={onClose}
    >
      <div className={style['fields']}>
        <label>
          {t('dashboard.edit.numberName')}
          <Input
            value={name}
            maxLength={64}
            status={isFree ? '' : 'error'}
            onChange={(event) => setName(event.target.value)}
          />
          {!isFree && <small>{t('dashboard.edit.numberNameRule')}</small>}
        </label>
        <DatasetMeasure onChoose={setMeasureNumber} />
        {numberCards.length > 0 && (
          <div>
            <h3>{t('dashboard.edit.fromFigure')}</h3>
            <ul>
              {numberCards.map((card) => (
                <NumberCardButton
                  key={card.id}
                  card={card}
                  onChoose={() => onAdd({ name, ...numberOfCard(card) })}
                  isFree={isFree}
                />
              ))}
            </ul>
          </div>
        )}
      </div>
    </Modal>
  );
}

function NumberCardButton({ card, isFree, onChoose }: { card: ChartCard; isFree: boolean; onChoose: () => void }) {
  const name = useCardName(card);
  return (
    <li>
      <button type="button" disabled={!isFree} dir="auto" onClick={onChoose}>
        {name}
      </button>
    </li>
  );
}

function DatasetMeasure({ onChoose }: { onChoose: (number: Omit<LiveNumber, 'name'> | undefined) => void }) {
  const { t } = useTranslation();
  const { language } = useLook();
  const { data: datasets = [] } = useQuery({ ...allDatasetsQuery, throwOnError: false });
  const [chosen, setChosen] = useState('');
  const [measure, setMeasure] = useState('');
  const { data: dataset } = useQuery({ ...queriedDatasetQuery(chosen), enabled: chosen !== '', throwOnError: false });
  const offers = dataset ? numberOptionsOf(dataset, language) : [];
  return (
    <div className={style['pair']}>
      <PlainSelect
        label={t('explore.dataset')}
        value={chosen}
        options={[
          { value: '', text: t('dashboard.edit.choose.dataset') },
          ...datasets.map((each) => ({ value: each.id, text: markedName(each, language) })),
        ]}
        onChange={(id) => {
          setChosen(id);
          setMeasure('');
          onChoose(undefined);
        }}
      />
      <PlainSelect
        label={t('dashboard.edit.measure')}
        value={measure}
        options={[
          { value: '', text: t('dashboard.edit.measure') },
          ...offers.map(({ key, text }) => ({ value: key, text })),
        ]}
        onChange={(key) => {
          setMeasure(key);
          onChoose(offers.find((offer) => offer.key === key)?.number);
        }}
      />
    </div>
  );
}
