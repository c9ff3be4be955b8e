import { isObject, parseJson, type JsonObject } from '../json/jsonValue';
import type { CallFailure } from './endpointFailure';

export type AnswerDocument =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly trouble: CallFailure };

/** The JSON object that a body holds. Recognises a failure that some services report with a success status. */
export function answerDocument(body: string): AnswerDocument {
  const parsed = parseJson(body);
  if (!parsed.ok || !isObject(parsed.value))
    return { ok: false, trouble: { kind: 'not understood' } };
  const { error } = parsed.value;
  if (!isObject(error)) return { ok: true, value: parsed.value };
  const status = Number(error['code'] ?? error['status']);
  const isStatus = Number.isInteger(status) && status >= 400 && status < 600;
  return { ok: false, trouble: { kind: 'status', status: isStatus ? status : 500 } };
}
