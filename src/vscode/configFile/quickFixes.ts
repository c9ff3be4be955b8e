import {
  CodeAction,
  CodeActionKind,
  languages,
  WorkspaceEdit,
  type CodeActionProvider,
  type Diagnostic,
  type Disposable,
  type TextDocument,
} from 'vscode';
import type { ConfigDiagnostics } from './configDiagnostics';
import { CONFIG_DOCUMENTS } from './configProviders';

/** Offers the words that a problem of `devs.yaml` says may be meant. */
export function registerQuickFixes(diagnostics: ConfigDiagnostics): Disposable {
  const suggestions = (document: TextDocument, shown: Diagnostic): readonly string[] =>
    stillNames(document, shown) ? diagnostics.suggestionsFor(document.uri, shown) : [];
  const provider: CodeActionProvider = {
    provideCodeActions: (document, _range, { diagnostics: shown }) =>
      shown.flatMap((diagnostic) =>
        suggestions(document, diagnostic).map((word, index) => {
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

/** Whether the document still has, where a problem was found in the file, the word that its message quotes. */
function stillNames(document: TextDocument, { range, message }: Diagnostic): boolean {
  const word = document.getText(range).replace(/^(["'])(.*)\1$/, '$2');
  return range.isSingleLine && word !== '' && message.includes(JSON.stringify(word));
}
