import {
  CompletionItem,
  CompletionItemKind,
  Disposable,
  extensions,
  Hover,
  languages,
  Location,
  MarkdownString,
  Range,
  Uri,
  workspace,
  type CompletionItemProvider,
  type DefinitionProvider,
  type HoverProvider,
  type TextDocument,
} from 'vscode';
import type { Completion } from '../../app/language/completeConfig';
import type { Schema } from '../../app/language/schemaAt';
import { CONFIG_FILE } from '../../model/config/config';
import { sanitizeLabel, sanitizeLine } from '../text/sanitizeLabel';

/** Every `devs.yaml` on this machine's disk, saved or not, whatever language the editor takes it for. */
export const CONFIG_DOCUMENTS = { scheme: 'file', pattern: `**/${CONFIG_FILE}` };

/** Longest hover of a text of the file, in characters. */
const MAX_HOVER = 1_000;

/** An extension that proposes and describes keys by the same schema. */
const YAML_EXTENSION = 'redhat.vscode-yaml';

const KINDS: Readonly<Record<Completion['kind'], CompletionItemKind>> = {
  key: CompletionItemKind.Property,
  value: CompletionItemKind.Value,
  agent: CompletionItemKind.Reference,
  task: CompletionItemKind.Reference,
};

/** Proposes, describes and finds the words of `devs.yaml`; starts nothing, so also in an untrusted workspace. */
export function registerConfigProviders(extensionUri: Uri): Disposable {
  const schema = readOnce(Uri.joinPath(extensionUri, 'media', 'devs.schema.json'));
  return Disposable.from(
    languages.registerCompletionItemProvider(
      CONFIG_DOCUMENTS,
      completions(schema),
      ...[' ', '-', '[', ',', '{'],
    ),
    languages.registerHoverProvider(CONFIG_DOCUMENTS, hovers(schema)),
    languages.registerDefinitionProvider(CONFIG_DOCUMENTS, definitions),
  );
}

type ReadSchema = () => Promise<Schema>;

function readOnce(uri: Uri): ReadSchema {
  let reading: Promise<Schema> | undefined;
  const read = async (): Promise<Schema> =>
    JSON.parse(new TextDecoder().decode(await workspace.fs.readFile(uri))) as Schema;
  return () => (reading ??= read());
}

/** Whether another extension already shows what the schema says. */
function isShownByOther(): boolean {
  return extensions.getExtension(YAML_EXTENSION)?.isActive === true;
}

function completions(schema: ReadSchema): CompletionItemProvider {
  return {
    async provideCompletionItems(document, position) {
      const { completeConfig } = await import('../../app/language/completeConfig');
      const offset = document.offsetAt(position);
      const found = completeConfig(document.getText(), offset, await schema());
      return found
        .filter(({ kind }) => kind === 'agent' || kind === 'task' || !isShownByOther())
        .map((each) => toItem(document, each));
    },
  };
}

function toItem(document: TextDocument, completion: Completion): CompletionItem {
  const { label, kind, insert, from, to, detail, documentation, required } = completion;
  const item = new CompletionItem(label, KINDS[kind]);
  item.insertText = insert;
  item.range = rangeOf(document, { from, to });
  item.detail = sanitizeLabel(detail);
  item.documentation = new MarkdownString(documentation);
  item.sortText = `${required ? 0 : 1}${label}`;
  // The word before the cursor may have characters that no word of YAML has.
  item.filterText = label;
  return item;
}

function hovers(schema: ReadSchema): HoverProvider {
  return {
    async provideHover(document, position) {
      const { hoverConfig } = await import('../../app/language/hoverConfig');
      const offset = document.offsetAt(position);
      const found = hoverConfig(document.getText(), offset, await schema());
      if (found === undefined || (found.isSchema && isShownByOther())) return undefined;
      const text = found.isSchema ? found.text : sanitizeLine(found.text, MAX_HOVER);
      return new Hover(new MarkdownString(text), rangeOf(document, found));
    },
  };
}

const definitions: DefinitionProvider = {
  async provideDefinition(document, position) {
    const { findDefinition } = await import('../../app/language/findDefinition');
    const found = findDefinition(document.getText(), document.offsetAt(position));
    return found && new Location(document.uri, rangeOf(document, found));
  },
};

function rangeOf(document: TextDocument, { from, to }: Pick<Completion, 'from' | 'to'>): Range {
  return new Range(document.positionAt(from), document.positionAt(to));
}
