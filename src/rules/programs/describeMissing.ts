import type { MissingProgram } from '../../model/report/missingProgram';

/** Says that a program is not there: "program "claude" was not found on PATH". */
export function describeMissing({ program }: Pick<MissingProgram, 'program'>): string {
  return /[\\/]/.test(program)
    ? `program "${program}" does not exist`
    : `program "${program}" was not found on PATH`;
}

/** What the user can do about a program that `where` in `devs.yaml` names. */
export function missingRemedy(where: string): string {
  return `Install it, or correct ${where} in devs.yaml; then resume the task.`;
}
