import Select from 'antd/es/select';

import { matchesZone } from '#display/words/zones.ts';
import { browserZone } from '#web/shell/browser-zone.ts';
import { listZones } from '#web/shell/preferences.ts';

type ZoneSelectProps = {
  id?: string;
  label?: string;
  className?: string;
  value?: string;
  onChange?: (zone: string) => void;
  disabled?: boolean;
  /** The text of an empty value, which means the zone of the browser; if absent, there is no such option. */
  browserText?: string;
};

/** Selects a time zone; finds zones by their city or country in both languages. */
export function ZoneSelect({ label, browserText, className = '', ...field }: ZoneSelectProps) {
  const own = field.value && !listZones().includes(field.value) ? [field.value] : [];
  const zones = [...new Set(['UTC', ...own, ...listZones()])];
  return (
    <Select
      {...field}
      showSearch={{ filterOption: (typed, option) => matchesZone(option?.value || browserZone(), typed) }}
      className={className}
      aria-label={label}
      options={[
        ...(browserText === undefined ? [] : [{ value: '', label: browserText }]),
        ...zones.map((value) => ({ value, label: value.replaceAll('_', ' ') })),
      ]}
    />
  );
}
