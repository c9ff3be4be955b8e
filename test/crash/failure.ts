/** Something that must hold does not. */
export class CrashFailure extends Error {
  override readonly name = 'CrashFailure';
}

/** Throws `CrashFailure` with what is wrong, unless nothing is. */
export function mustHold(what: string, problems: readonly string[]): void {
  if (problems.length === 0) return;
  const shown = problems.slice(0, 8).map((line) => `\n    ${line}`);
  const more = problems.length > 8 ? `\n    and ${problems.length - 8} more` : '';
  throw new CrashFailure(`${what}:${shown.join('')}${more}`);
}
