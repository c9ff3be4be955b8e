import { Disposable, type Uri } from 'vscode';
import type { ConfigDiagnostics } from './configDiagnostics';
import { registerConfigProviders } from './configProviders';
import { DraftChecks } from './draftChecks';
import { registerQuickFixes } from './quickFixes';

/** Dependencies of `registerConfigLanguage`. */
export interface ConfigLanguageOptions {
  readonly extensionUri: Uri;
  readonly diagnostics: ConfigDiagnostics;
  readonly report: (problem: string) => void;
}

/** Everything the editor offers for the text of a `devs.yaml`. */
export function registerConfigLanguage({
  extensionUri,
  diagnostics,
  report,
}: ConfigLanguageOptions): Disposable {
  return Disposable.from(
    registerConfigProviders(extensionUri),
    registerQuickFixes(diagnostics),
    new DraftChecks(diagnostics, report),
  );
}
