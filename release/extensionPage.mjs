// The README on the extension's page, which VS Code shows without a folder to resolve links in: relative links lose
// their address, and pictures come along in the text.
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

const IMAGE = /!\[([^\]]*)\]\((?!https?:)([^)\s]+)\)/g;
const LINK = /(?<!!)\[([^\]]+)\]\((?!https?:|#)[^)\s]+\)/g;

/** The Markdown of a file in `root`, to be shown without `root`. */
export async function toExtensionPage(root, file) {
  const text = await readFile(join(root, file), 'utf8');
  const images = [...text.matchAll(IMAGE)].map(([, , path]) => path);
  const embedded = new Map(
    await Promise.all(images.map(async (path) => [path, await dataUrl(join(root, path))])),
  );
  return text
    .replace(IMAGE, (_, alt, path) => `![${alt}](${embedded.get(path)})`)
    .replace(LINK, '$1');
}

async function dataUrl(path) {
  const type = extname(path).slice(1);
  return `data:image/${type};base64,${(await readFile(path)).toString('base64')}`;
}
