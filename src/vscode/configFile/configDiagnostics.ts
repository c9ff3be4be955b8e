import {
  Diagnostic,
  DiagnosticSeverity,
  languages,
  Range,
  type Disposable,
  type Uri,
  type WorkspaceFolder,
} from 'vscode';
import type { ConfigProblem } from '../../model/config/config';
import type { Overview } from '../../model/overview/overview';
import { configUri } from '../folders/configFiles';
import { sanitizeLine } from '../text/sanitizeLabel';
import { problemPlace } from './problemPlace';

/** A column past the end of any line; the editor clips ranges. */
const LINE_END = 10_000;

/** Longest message of a problem, in characters. */
const MAX_MESSAGE = 1_000;

/** Shows the problems of `devs.yaml` as diagnostics. */
export class ConfigDiagnostics implements Disposable {
  private readonly collection = languages.createDiagnosticCollection('devs');
  private readonly suggestions = new Map<string, ReadonlyMap<string, readonly string[]>>();

  /** Replaces the folder's diagnostics with the problems of this overview. */
  update(folder: WorkspaceFolder, { config }: Overview): void {
    const problems = config.kind === 'invalid' ? config.problems : [];
    const shown = problems.map((problem) => ({ problem, diagnostic: diagnostic(problem) }));
    const uri = configUri(folder);
    const known = shown.map(
      (each) => [keyOf(each.diagnostic), each.problem.suggestions ?? []] as const,
    );
    this.suggestions.set(uri.toString(), new Map(known));
    this.collection.set(
      uri,
      shown.map((each) => each.diagnostic),
    );
  }

  /** Words that may be meant in place of what a shown diagnostic marks; [] for none. */
  suggestionsFor(uri: Uri, shown: Diagnostic): readonly string[] {
    return this.suggestions.get(uri.toString())?.get(keyOf(shown)) ?? [];
  }

  /** Removes the diagnostics of a closed folder. */
  clear(folder: WorkspaceFolder): void {
    this.collection.delete(configUri(folder));
    this.suggestions.delete(configUri(folder).toString());
  }

  dispose(): void {
    this.collection.dispose();
  }
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
