const UNITS = ['kB', 'MB', 'GB', 'TB'] as const;

/** Bytes in a megabyte, as the limits count them. */
export const MEGABYTE = 1_000_000;

/** Formats bytes for humans, in powers of 1,000: "1 byte", "12.3 MB", "1.2 GB". */
export function formatBytes(bytes: number): string {
  let amount = bytes;
  let power = 0;
  // 999.95 would be rounded to 1,000.
  while (amount >= 999.95 && power < UNITS.length) {
    amount /= 1_000;
    power += 1;
  }
  // `Intl` is avoided: loading its units takes a tenth of the time of `devs status`.
  if (power === 0) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  return `${Math.round(amount * 10) / 10} ${UNITS[power - 1] ?? ''}`;
}
