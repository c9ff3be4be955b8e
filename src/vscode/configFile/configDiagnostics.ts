import {
  Diagnostic,
  DiagnosticSeverity,
  languages,
  Range,
  type Disposable,
  type Uri,
  type WorkspaceFolder,
} from 'vscode';
import { CONFIG_FILE, type ConfigProblem } from '../../model/config/config';
import type { Overview } from '../../model/overview/overview';
import { configUri } from '../folders/configFiles';
import { sanitizeLine } from '../text/sanitizeLabel';
import { problemPlace } from './problemPlace';

/** A column past the end of any line; the editor clips ranges. */
const LINE_END = 10_000;

/** Longest message of a problem, in characters. */
const MAX_MESSAGE = 1_000;

/** What a check of the text in an open editor found. */
export interface Draft {
  readonly problems: readonly ConfigProblem[];
  /** Whether the text is that of the file. */
  readonly isSaved: boolean;
}

/** The problems that a folder's overview has of its `devs.yaml`; `missing` where there is no file. */
type Saved = readonly ConfigProblem[] | 'missing';

/** Shows the problems of each `devs.yaml` as diagnostics: those of its text in an open editor, else those of the file. */
export class ConfigDiagnostics implements Disposable {
  private readonly collection = languages.createDiagnosticCollection('devs');
  private readonly suggestions = new Map<string, ReadonlyMap<string, readonly string[]>>();
  private readonly saved = new Map<string, Saved>();
  private readonly drafts = new Map<string, Draft>();

  /** Replaces the problems of the folder's file by those of this overview. */
  update(folder: WorkspaceFolder, { config }: Pick<Overview, 'config'>): void {
    const uri = configUri(folder);
    const problems = config.kind === 'invalid' ? config.problems : [];
    this.saved.set(uri.toString(), config.kind === 'missing' ? 'missing' : problems);
    this.show(uri);
  }

  /** Replaces the problems of the text in an open editor; undefined once it is closed. */
  setDraft(uri: Uri, draft: Draft | undefined): void {
    if (draft === undefined) this.drafts.delete(uri.toString());
    else this.drafts.set(uri.toString(), draft);
    this.show(uri);
  }

  /** Words that may be meant in place of what a shown diagnostic marks; [] for none. */
  suggestionsFor(uri: Uri, shown: Diagnostic): readonly string[] {
    return this.suggestions.get(uri.toString())?.get(keyOf(shown)) ?? [];
  }

  /** Removes the diagnostics of the file of a closed folder. */
  clear(folder: WorkspaceFolder): void {
    this.saved.delete(configUri(folder).toString());
    this.show(configUri(folder));
  }

  dispose(): void {
    this.collection.dispose();
  }

  private show(uri: Uri): void {
    const key = uri.toString();
    const problems = problemsOf(this.saved.get(key), this.drafts.get(key));
    const shown = problems.map((problem) => ({ problem, diagnostic: diagnostic(problem) }));
    const known = shown.map(
      (each) => [keyOf(each.diagnostic), each.problem.suggestions ?? []] as const,
    );
    this.suggestions.set(key, new Map(known));
    this.collection.set(
      uri,
      shown.map((each) => each.diagnostic),
    );
  }
}

function problemsOf(saved: Saved = [], draft?: Draft): readonly ConfigProblem[] {
  // The editor keeps the text of a closed or deleted file for a while.
  if (saved === 'missing') return draft === undefined || draft.isSaved ? [] : draft.problems;
  if (draft === undefined) return saved;
  if (!draft.isSaved) return draft.problems;
  // Only the file itself shows that it is not UTF-8, or cannot be read.
  const others = saved.filter(({ source, line }) => source === CONFIG_FILE && line === undefined);
  const known = new Set(draft.problems.map(({ message }) => message));
  return [...draft.problems, ...others.filter(({ message }) => !known.has(message))];
}

/** The editor hands diagnostics over as copies, so they are recognised by what they say, and where. */
function keyOf({ range: { start, end }, message }: Diagnostic): string {
  return JSON.stringify([start.line, start.character, end.line, end.character, message]);
}

function diagnostic(problem: ConfigProblem): Diagnostic {
  const { line, column, endColumn, message } = problemPlace(problem);
  const range = new Range(line, column, line, endColumn ?? LINE_END);
  const shown = new Diagnostic(range, sanitizeLine(message, MAX_MESSAGE), DiagnosticSeverity.Error);
  shown.source = 'devs';
  return shown;
}
