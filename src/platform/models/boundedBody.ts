/** Text of a body, or why there is none. */
export type BodyText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'too large' }
  | { readonly kind: 'broke off'; readonly error: unknown };

/** Reads a body of at most `maxBytes` (after decompression); cancels a longer one. */
export async function readBody(response: Response, maxBytes: number): Promise<BodyText> {
  if (response.body === null) return { kind: 'text', text: '' };
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    // Leaving the loop cancels the rest.
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      length += chunk.length;
      if (length > maxBytes) return { kind: 'too large' };
      chunks.push(chunk);
    }
  } catch (error) {
    return { kind: 'broke off', error };
  }
  return { kind: 'text', text: new TextDecoder().decode(Buffer.concat(chunks)) };
}

/** Nothing more of it is fetched. */
export function discardBody(response: Response): void {
  // A failure here means that it has already ended.
  response.body?.cancel().catch(() => undefined);
}
