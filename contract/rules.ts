/** Validation rules that forms explain and the server enforces. */
export const passwordLength = { min: 8, max: 128 } as const;
export const emailPattern = /^[^\s@"(),:;<>[\]\\\p{C}]+@[^\s@"(),:;<>[\]\\\p{C}.]+(\.[^\s@"(),:;<>[\]\\\p{C}.]+)+$/u;
export const usernamePattern = /^[a-z0-9][a-z0-9._-]{1,29}$/;
