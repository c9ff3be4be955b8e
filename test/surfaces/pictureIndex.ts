import { escapeHtml } from '../../src/text/escapeHtml';

/** One picture of a surface. */
export interface Picture {
  readonly surface: string;
  readonly look: string;
  /** Name of the file beside the page. */
  readonly file: string;
  /** What is wrong with it, a line each. */
  readonly problems: readonly string[];
}

/** A page with all pictures, those of one surface side by side. */
export function pictureIndex(pictures: readonly Picture[]): string {
  const surfaces = [...new Set(pictures.map(({ surface }) => surface))];
  const wrong = pictures.filter(({ problems }) => problems.length > 0);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Every surface of Devs</title>
<style>
  body { font: 13px system-ui, sans-serif; margin: 2em; background: #ddd; color: #111; }
  .row { display: flex; flex-wrap: wrap; gap: 1em; align-items: flex-start; }
  figure { margin: 0; } img { display: block; border: 1px solid #888; }
  .problems { color: #a00; }
</style>
<h1>${pictures.length} pictures of ${surfaces.length} surfaces, ${wrong.length} with problems</h1>
${surfaces
  .map((surface) =>
    section(
      surface,
      pictures.filter((picture) => picture.surface === surface),
    ),
  )
  .join('\n')}
</html>
`;
}

function section(surface: string, pictures: readonly Picture[]): string {
  return `<h2>${escapeHtml(surface)}</h2>
<div class="row">
${pictures.map(figure).join('\n')}
</div>`;
}

function figure({ look, file, problems }: Picture): string {
  const lines = problems.map((problem) => `<li>${escapeHtml(problem)}</li>`).join('');
  const list = lines === '' ? '' : `<ul class="problems">${lines}</ul>`;
  return `<figure><figcaption>${escapeHtml(look)}</figcaption>${list}<img src="${escapeHtml(file)}" alt=""></figure>`;
}
