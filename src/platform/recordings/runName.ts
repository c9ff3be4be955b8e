import path from 'node:path';

const ENDINGS = /\.(?:gz|jsonl|ndjson|json|traj|log|txt|agent)$/i;

/** What a run is called that has no id: the name of its file without what its endings say. */
export function runName(file: string): string {
  const name = path.basename(file);
  let short = name;
  while (ENDINGS.test(short)) short = short.replace(ENDINGS, '');
  return short === '' ? name : short;
}

/** What a turn of Devs is called: its task, which is the folder of its transcript, and the turn. */
export function transcriptName(file: string): string {
  return `${path.basename(path.dirname(path.resolve(file)))}/${runName(file)}`;
}
