import { PlainSelect } from '#web/ui/PlainSelect.tsx';

type Props<Value extends string> = {
  label: string;
  value: Value;
  options: { value: Value; text: string }[];
  onChange: (value: Value) => void;
};

/** A choice with its name above it. */
export function Choice<Value extends string>(props: Props<Value>) {
  return (
    <div>
      <span>{props.label}</span>
      <PlainSelect {...props} />
    </div>
  );
}
