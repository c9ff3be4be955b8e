import {
  CodeAction,
  CodeActionKind,
  languages,
  WorkspaceEdit,
  type CodeActionProvider,
  type Disposable,
} from 'vscode';
import type { ConfigDiagnostics } from './configDiagnostics';
import { CONFIG_DOCUMENTS } from './configProviders';

/** Offers the words that a problem of `devs.yaml` says may be meant. */
export function registerQuickFixes(diagnostics: ConfigDiagnostics): Disposable {
  const provider: CodeActionProvider = {
    provideCodeActions: (document, _range, { diagnostics: shown }) =>
      shown.flatMap((diagnostic) =>
        diagnostics.suggestionsFor(document.uri, diagnostic).map((word, index) => {
          const action = new CodeAction(`Change to "${word}"`, CodeActionKind.QuickFix);
          action.diagnostics = [diagnostic];
          action.isPreferred = index === 0;
          action.edit = new WorkspaceEdit();
          action.edit.replace(document.uri, diagnostic.range, word);
          return action;
        }),
      ),
  };
  return languages.registerCodeActionsProvider(CONFIG_DOCUMENTS, provider, {
    providedCodeActionKinds: [CodeActionKind.QuickFix],
  });
}
