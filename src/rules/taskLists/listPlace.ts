/** Where an item of a list stands. */
export interface ListPlace {
  /** As seen from the workspace; one line. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
}

/** The last line of a goal, which says where the task comes from: "From TODO.md:12, under Plan › Login." */
export function writePlace({ file, line }: ListPlace, under: readonly string[]): string {
  const context = under.filter((each) => each !== '').join(' › ');
  return `From ${file}:${line}${context === '' ? '' : `, under ${context}`}.`;
}

const PLACE = /^From (.+?):(\d+)(?:\.|, under .*\.)$/;

/** Reads the file that the last line of a goal names so; undefined where it names none. */
export function readPlace(goal: string): string | undefined {
  const written = goal.trimEnd();
  return PLACE.exec(written.slice(written.lastIndexOf('\n') + 1))?.[1];
}
