const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Bytes in a megabyte, as the limits count them. */
export const MEGABYTE = 1_000_000;

/** An amount of bytes for humans, in powers of 1,000: "1 byte", "12.3 MB", "1.2 GB". */
export function formatBytes(bytes: number): string {
  let amount = bytes;
  let power = 0;
  // 999.95 would be rounded to 1,000.
  while (amount >= 999.95 && power < UNITS.length - 1) {
    amount /= 1_000;
    power += 1;
  }
  return new Intl.NumberFormat('en', {
    style: 'unit',
    unit: UNITS[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power === 0 ? 0 : 1,
  }).format(amount);
}
