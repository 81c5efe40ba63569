import { PlainSelect } from './PlainSelect.tsx';

type LabeledSelectProps<Value extends string> = {
  label: string;
  value: Value;
  options: { value: Value; text: string }[];
  onChange: (value: Value) => void;
};

/** A select with its label above it. */
export function LabeledSelect<Value extends string>(props: LabeledSelectProps<Value>) {
  return (
    <div>
      <span>{props.label}</span>
      <PlainSelect {...props} />
    </div>
  );
}
