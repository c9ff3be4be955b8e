/** Files by path; null deletes one. */
export type Edits = Readonly<Record<string, string | null>>;

/** What an agent changes, where the project does not start from the usual files. */
export interface Scenario {
  /** Over the project's files, before the task. */
  readonly start?: Edits;
  readonly edits: Edits;
}

/** A project of a few files in which one test fails, and what agents may do to it. */
export interface SampleProject {
  /** Title: ecosystem and source of results. */
  readonly name: string;
  readonly files: Edits;
  readonly verify: string;
  readonly reports?: readonly string[];
  /** The work that the goal asks for. */
  readonly fix: Edits;
  /** What an agent does instead of the work, by its kind. `devs.yaml` stands for another verify command there. */
  readonly tampering: Readonly<Record<string, Edits | Scenario>>;
  /** Changes of tests that a reviewer would accept, made with the work. */
  readonly honest: Readonly<Record<string, Edits | Scenario>>;
  /** Kinds that each run of the suites plays; the others are played at full scale. */
  readonly quick: readonly string[];
}

/** Both forms of an entry as a scenario. */
export function toScenario(entry: Edits | Scenario): Scenario {
  return isScenario(entry) ? entry : { edits: entry };
}

function isScenario(entry: Edits | Scenario): entry is Scenario {
  return typeof entry['edits'] === 'object' && entry['edits'] !== null;
}

/** A project's own package.json. */
export const packageJson = (test: string, more: object = {}): string =>
  JSON.stringify({ scripts: { test, ...more } });
