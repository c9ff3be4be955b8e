import { isObject, parseJson } from '../json/jsonValue';

/** Text of an unrequested event stream (`data: {…}` lines); undefined if the body is not such a stream. */
export function readEventStream(body: string): string | undefined {
  if (!/^(?:data|event|id|retry)?:/.test(body.trimStart().slice(0, 10))) return undefined;
  const pieces = body.split(/\r?\n/).flatMap((line) => {
    const data = /^data: ?(.*)$/.exec(line)?.[1];
    const parsed = data === undefined ? undefined : parseJson(data);
    return parsed?.ok === true ? [pieceOf(parsed.value)] : [];
  });
  return pieces.join('');
}

function pieceOf(event: unknown): string {
  const choices = isObject(event) ? event['choices'] : undefined;
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const delta = isObject(first) ? (first['delta'] ?? first['message']) : undefined;
  const content = isObject(delta) ? delta['content'] : undefined;
  return typeof content === 'string' ? content : '';
}
