/** A number with its sign, + included; 0 without any. */
export function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value);
}
