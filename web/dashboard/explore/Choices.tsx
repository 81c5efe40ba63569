import { CheckOutlined } from '@ant-design/icons';

import style from './Choices.module.css';

type Choice<Value> = { value: Value; text: string; hint?: string | undefined };
type Props<Value> = {
  label: string;
  choices: Choice<Value>[];
  isChosen: (value: Value) => boolean;
  onChoose: (value: Value) => void;
  /** One below the other, or side by side. */
  layout?: 'list' | 'chips';
};

/** A few values of which one is chosen, all in sight. */
export function Choices<Value>({ label, choices, isChosen, onChoose, layout = 'list' }: Props<Value>) {
  return (
    <div role="group" aria-label={label} className={style[layout]}>
      {choices.map((choice) => (
        <button
          key={choice.text}
          type="button"
          aria-pressed={isChosen(choice.value)}
          disabled={choice.hint !== undefined}
          title={choice.hint}
          onClick={() => onChoose(choice.value)}
        >
          {layout === 'list' && <CheckOutlined aria-hidden />}
          <span>{choice.text}</span>
        </button>
      ))}
    </div>
  );
}
