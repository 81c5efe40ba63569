import type { Frame } from '#display/frame.ts';

const code = /(^|[_\s])(id|no|nr|code|year|zip|phone)$|[a-z](Id|No|Code|Year)$/;

/** Whole numbers that name things, such as ids and years, are no amounts: they are shown digit by digit. */
export function withCodes(frame: Frame): Frame {
  const fields = frame.fields.map((field) =>
    field.type === 'integer' && code.test(field.name)
      ? { name: field.name, label: field.label, type: field.type, role: 'dimension' as const, grain: null, width: null }
      : field,
  );
  return { ...frame, fields };
}
