const frame = { fill: 'var(--page)', stroke: 'var(--border)', strokeWidth: 1.5 };
const quiet = { fill: 'none', stroke: 'var(--border)', strokeWidth: 3, strokeLinecap: 'round' as const };
const brand = {
  fill: 'none',
  stroke: 'var(--brand)',
  strokeWidth: 2.5,
  strokeLinecap: 'round' as const,
  strokeLinejoin: 'round' as const,
};

/** Illustration: a sheet falling into a tray. */
export function FilePicture() {
  return (
    <svg viewBox="0 0 200 96">
      <path d="M66 8h48l18 18v46H66z" {...frame} strokeLinejoin="round" />
      <path d="M114 8v18h18" {...frame} strokeLinejoin="round" />
      <path d="M78 36h28M78 48h42M78 60h20" {...quiet} />
      <path d="M100 40v32m-10-10 10 10 10-10" {...brand} />
      <path d="M40 66v18a4 4 0 0 0 4 4h112a4 4 0 0 0 4-4V66" {...brand} />
    </svg>
  );
}

/** Illustration: a globe beside the table that is loaded from it. */
export function WebPicture() {
  return (
    <svg viewBox="0 0 200 96">
      <circle cx="48" cy="48" r="34" {...frame} />
      <path d="M14 48h68M48 14c-22 20-22 48 0 68M48 14c22 20 22 48 0 68" {...quiet} strokeWidth={1.5} />
      <path d="M94 48h36m-9-8 9 8-9 8" {...brand} />
      <rect x="142" y="20" width="50" height="56" rx="8" {...frame} />
      <path d="M152 34h30" {...brand} strokeWidth={4} />
      <path d="M152 48h30M152 62h18" {...quiet} />
    </svg>
  );
}

/** Illustration: a terminal sending points to a table. */
export function EventPicture() {
  return (
    <svg viewBox="0 0 200 96">
      <rect x="8" y="14" width="84" height="68" rx="8" {...frame} />
      <path d="m22 34 10 8-10 8" {...brand} />
      <path d="M40 52h22M22 66h40" {...quiet} />
      <path d="M100 48h34" {...brand} strokeDasharray="1 8" />
      <rect x="142" y="20" width="50" height="56" rx="8" {...frame} />
      <path d="M152 34h30" {...brand} strokeWidth={4} />
      <path d="M152 48h30M152 62h18" {...quiet} />
    </svg>
  );
}

/** Illustration: a database beside the table that reads it. */
export function DatabasePicture() {
  return (
    <svg viewBox="0 0 200 96">
      <path d="M14 22v52c0 7 15 12 34 12s34-5 34-12V22" {...frame} />
      <ellipse cx="48" cy="22" rx="34" ry="12" {...frame} />
      <path d="M14 40c0 7 15 12 34 12s34-5 34-12" {...brand} />
      <path d="M14 58c0 7 15 12 34 12s34-5 34-12" {...quiet} strokeWidth={1.5} />
      <path d="M94 48h36m-9-8 9 8-9 8" {...brand} />
      <rect x="142" y="20" width="50" height="56" rx="8" {...frame} />
      <path d="M152 34h30" {...brand} strokeWidth={4} />
      <path d="M152 48h30M152 62h18" {...quiet} />
    </svg>
  );
}

/** Illustration: bars and a line. */
export function SamplePicture() {
  const bars = [22, 34, 28, 46, 40, 58, 50, 66];
  return (
    <svg viewBox="0 0 200 96">
      <path d="M16 88h168" {...quiet} strokeWidth={1.5} />
      {bars.map((height, index) => (
        <rect
          key={height}
          x={24 + index * 20}
          y={88 - height}
          width={12}
          height={height}
          rx={2}
          fill={index === 3 ? 'var(--brand)' : 'var(--border)'}
        />
      ))}
      <path d="M30 58c20-2 22-20 42-20s20 10 40 2 22-28 58-32" {...brand} />
    </svg>
  );
}
