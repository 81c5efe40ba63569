import style from './PlainSelect.module.css';

type PlainSelectProps<Value extends string> = {
  label: string;
  value: Value;
  options: { value: Value; text: string }[];
  onChange: (value: Value) => void;
  /** Beside small fields and in table headers. */
  isSmall?: boolean;
};

/** The native select: light enough for every column of a wide table. */
export function PlainSelect<Value extends string>({
  label,
  value,
  options,
  onChange,
  isSmall,
}: PlainSelectProps<Value>) {
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
