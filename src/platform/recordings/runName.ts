import path from 'node:path';

const ENDINGS = /\.(?:gz|jsonl|ndjson|json|traj|log|txt|agent)$/i;

/** Name of a run without an id: the file name without its extensions. */
export function toRunName(file: string): string {
  const name = path.basename(file);
  let short = name;
  while (ENDINGS.test(short)) short = short.replace(ENDINGS, '');
  return short === '' ? name : short;
}

/** Name of a turn of Devs: `<folder of the transcript, which is the task>/<file name without extensions>`. */
export function toTranscriptName(file: string): string {
  return `${path.basename(path.dirname(path.resolve(file)))}/${toRunName(file)}`;
}
