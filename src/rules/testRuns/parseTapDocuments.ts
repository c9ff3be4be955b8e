/** One TAP document: its test points and its plan. */
export interface TapDocument {
  /** Indices of its first and last line. */
  readonly from: number;
  readonly to: number;
  /** Number of planned test points; undefined without a plan. */
  readonly planned: number | undefined;
  /** Test points on the top level. */
  readonly points: number;
  /** Leaves: test points without subtests. A failing TODO is skipped. */
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly bailedOut: boolean;
  /** Failed leaves by their path, "suite > test"; `files` are broken test files. */
  readonly failures: { readonly tests: readonly string[]; readonly files: readonly string[] };
}

const POINT = /^( {0,200})(not )?ok (\d{1,9})(?: (?:- ?)?(.{0,1000}))?$/;
const PLAN = /^1\.\.(\d{1,15})(?: .{0,1000})?$/;
const DIRECTIVE = / ?# (SKIP|TODO)\b.{0,1000}$/i;
const LOCATION = /^ {1,210}location: '(.{1,1000}):\d{1,9}:\d{1,9}'$/;

interface Level {
  points: number;
  failed: { name: string; file: boolean }[];
  passed: number;
  skipped: number;
}

const newLevel = (): Level => ({ points: 0, failed: [], passed: 0, skipped: 0 });

/**
 * Parses the TAP documents in an output. A test point counts only if its number follows the previous one on its level,
 * which excludes prose that begins with "ok". Subtests are indented by four blanks and precede the test point that
 * summarises them.
 */
export function parseTapDocuments(lines: readonly string[]): readonly TapDocument[] {
  const documents: TapDocument[] = [];
  let reading = new Reading(0, false);
  const close = (next: number, declared: boolean) => {
    if (reading.isDocument) documents.push(reading.document(next - 1));
    reading = new Reading(next, declared);
  };
  lines.forEach((line, at) => {
    const first = line.trimStart()[0];
    if (first === 'o' || first === 'n') {
      const point = POINT.exec(line);
      if (point !== null) {
        const again = point[1] === '' && point[3] === '1' && reading.points > 0;
        if (again && reading.planned !== undefined) close(at, false);
        reading.point(point, lines[at + 3] ?? '');
      }
    } else if (first === '1' && line.startsWith('1..')) {
      const planned = PLAN.exec(line)?.[1];
      if (planned === undefined) return;
      if (reading.planned !== undefined) close(at, false);
      reading.planned = Number(planned);
    } else if (/^TAP version 1[34]$/.test(line)) close(at, true);
    else if (line.startsWith('Bail out!')) reading.bailedOut = true;
  });
  close(lines.length, false);
  return documents;
}

class Reading {
  planned: number | undefined;
  bailedOut = false;
  readonly #levels: Level[] = [newLevel()];
  readonly #from: number;
  readonly #declared: boolean;

  /** `declared`: the document begins with "TAP version …". */
  constructor(from: number, declared: boolean) {
    this.#from = from;
    this.#declared = declared;
  }

  /** A plan alone, such as "1..5" in prose, is not a document. */
  get isDocument(): boolean {
    const ends = this.planned !== undefined || this.bailedOut;
    return ends && (this.#declared || this.points > 0);
  }

  get points(): number {
    return this.#levels[0]?.points ?? 0;
  }

  point(match: RegExpExecArray, detail: string): void {
    const depth = (match[1] ?? '').length / 4;
    if (!Number.isInteger(depth)) return;
    while (this.#levels.length <= depth) this.#levels.push(newLevel());
    const level = this.#levels[depth];
    if (level === undefined || Number(match[3]) !== level.points + 1) return;
    level.points++;
    const children = this.#levels.splice(depth + 1);
    const said = match[4] ?? '';
    const directive = said.includes('#') && DIRECTIVE.test(said);
    const name = (directive ? said.replace(DIRECTIVE, '') : said).trim();
    const below = children[0];
    if (below !== undefined) {
      level.passed += below.passed;
      level.skipped += below.skipped;
      for (const failure of below.failed) {
        level.failed.push({ ...failure, name: `${name} > ${failure.name}` });
      }
      if (below.points > 0 && (below.failed.length > 0 || match[2] === undefined)) return;
    }
    if (directive) level.skipped++;
    else if (match[2] === undefined) level.passed++;
    else level.failed.push({ name, file: isFile(name, detail) });
  }

  document(to: number): TapDocument {
    const { points, passed, skipped, failed } = this.#levels[0] ?? newLevel();
    return {
      from: this.#from,
      to,
      planned: this.planned,
      points,
      passed,
      failed: failed.length,
      skipped,
      bailedOut: this.bailedOut,
      failures: {
        tests: failed.filter(({ file }) => !file).map(({ name }) => name),
        files: failed.filter(({ file }) => file).map(({ name }) => name),
      },
    };
  }
}

/** Node names a broken file by its path, which is also the location of the test. */
function isFile(name: string, detail: string): boolean {
  const location = LOCATION.exec(detail)?.[1];
  return name !== '' && location !== undefined && location.endsWith(name);
}
