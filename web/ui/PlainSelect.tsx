import style from './PlainSelect.module.css';

type Props<Value extends string> = {
  label: string;
  value: Value;
  options: { value: Value; text: string }[];
  onChange: (value: Value) => void;
  /** Beside small fields and in the heads of tables. */
  isSmall?: boolean;
};

/** The browser's own select: light enough to stand in every column of a wide table. */
export function PlainSelect<Value extends string>({ label, value, options, onChange, isSmall }: Props<Value>) {
  return (
    <select
      className={isSmall ? `${style['select']} ${style['small']}` : style['select']}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value as Value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.text}
        </option>
      ))}
    </select>
  );
}
