import { commands, Uri } from 'vscode';
import type { Answer } from '../../ports/answer';
import type { DocsTopic } from '../../protocol/messages';
import { DOCS_PLACES } from './docsPlaces';

/** Opens the packaged page about a term, as rendered Markdown, at its section; without one, the list of all pages. */
export async function openDocs(extensionUri: Uri, about?: DocsTopic): Promise<Answer> {
  const { page, section } =
    about === undefined ? { page: 'README.md', section: '' } : DOCS_PLACES[about];
  const uri = Uri.joinPath(extensionUri, 'docs', page).with({ fragment: section });
  await commands.executeCommand('markdown.showPreview', uri);
  return { ok: true, message: `Opened docs/${page}.` };
}
