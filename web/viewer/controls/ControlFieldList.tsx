import { memo } from 'react';

import { useSource } from '../dashboard-source.ts';
import { hasTime } from './changes.ts';
import { CompareField, ControlField, type ControlsProps, TimeField } from './control-fields.tsx';
import type { FieldLayout } from './PopoverField.tsx';

type ControlFieldListProps = { setting: ControlsProps; layout: FieldLayout };

/** All fields of the dashboard. */
export const ControlFieldList = memo(function ControlFieldList({ setting, layout }: ControlFieldListProps) {
  const { dashboard } = setting;
  const { allows } = useSource();
  const controls = allows ? dashboard.controls.filter(({ id }) => allows.controls.includes(id)) : dashboard.controls;
  return (
    <>
      {allows?.time !== false && hasTime(dashboard) && (
        <>
          <TimeField {...setting} layout={layout} />
          <CompareField {...setting} layout={layout} />
        </>
      )}
      {controls.map((control) => (
        <ControlField key={control.id} {...setting} control={control} layout={layout} />
      ))}
    </>
  );
});
