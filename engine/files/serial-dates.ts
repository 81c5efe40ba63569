const dayMs = 86_400_000;
const lastSerial = 2_958_466;
// Before March 1900 Excel's calendar, which has a 29 February 1900, is a day behind.
const firstRegular = 60;
const days1904 = 1462;

const epoch = Date.UTC(1899, 11, 30);

/** Whether a number is a day without a special rule, so that the serial writer can write it. */
export const isRegularSerial = (serial: number) => serial >= firstRegular && serial < lastSerial;

/**
 * Converts days since the epoch of a workbook to a date, a time of day, or both; undefined if the number is not a date.
 */
export function textOfSerial(serial: number, isFrom1904: boolean): string | undefined {
  if (serial < 0 || serial >= lastSerial) return undefined;
  // Less than a day is a time of day; zero is the first day of 1904 in such workbooks.
  if (serial < 1 && !(isFrom1904 && serial === 0))
    return serial === 0 ? '' : timeIn(new Date(Math.round(serial * dayMs)).toISOString());
  const shift = isFrom1904 ? days1904 : serial < firstRegular ? 1 : 0;
  const ms = Math.round((serial + shift) * dayMs);
  const text = new Date(epoch + ms).toISOString();
  const day = text.slice(0, 10);
  return ms % dayMs === 0 ? day : `${day} ${timeIn(text)}`;
}

/** The time of day in an ISO text, without milliseconds if there are none. */
const timeIn = (text: string) => (text.endsWith('.000Z') ? text.slice(11, 19) : text.slice(11, 23));

const [space, zero, colon, point] = [32, 48, 58, 46];
const cachedDays = 4096;

/** Writes regular serials into bytes, as `textOfSerial` does but several times as fast; returns the length. */
export function createSerialWriter(isFrom1904: boolean): (out: Uint8Array, serial: number) => number {
  const shift = isFrom1904 ? days1904 : 0;
  const days = new Int32Array(cachedDays).fill(-1);
  const texts: string[] = [];

  function dayText(day: number): string {
    const slot = day % cachedDays;
    if (days[slot] !== day) {
      days[slot] = day;
      texts[slot] = new Date(epoch + day * dayMs).toISOString().slice(0, 10);
    }
    return texts[slot]!;
  }

  return (out, serial) => {
    const ms = Math.round((serial + shift) * dayMs);
    const day = Math.floor(ms / dayMs);
    const text = dayText(day);
    for (let index = 0; index < 10; index++) out[index] = text.charCodeAt(index);
    const rest = ms - day * dayMs;
    return rest === 0 ? 10 : writeTime(out, rest);
  };
}

function writeTime(out: Uint8Array, ms: number): number {
  const seconds = Math.floor(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  out[10] = space;
  writeTwoDigits(out, 11, Math.floor(minutes / 60));
  out[13] = colon;
  writeTwoDigits(out, 14, minutes % 60);
  out[16] = colon;
  writeTwoDigits(out, 17, seconds % 60);
  const rest = ms % 1000;
  if (rest === 0) return 19;
  out[19] = point;
  out[20] = zero + Math.floor(rest / 100);
  writeTwoDigits(out, 21, rest % 100);
  return 23;
}

function writeTwoDigits(out: Uint8Array, at: number, value: number): void {
  out[at] = zero + Math.floor(value / 10);
  out[at + 1] = zero + (value % 10);
}
