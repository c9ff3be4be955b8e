const BITS = { byte: 8, digit: 6 } as const;

/**
 * The ways in which a value is commonly written: as it is, inside JSON, URL-encoded, and in Base64 wherever it begins in
 * what is encoded.
 */
export function secretPatterns(value: string): readonly string[] {
  const json = JSON.stringify(value).slice(1, -1);
  const ascii = json.replace(/[^\0-\x7f]/g, escapeUnit);
  const plain = [value, json, ascii].flatMap((form) => [form, JSON.stringify(form).slice(1, -1)]);
  return [...new Set([...plain, ...urlForms(value), ...base64Forms(value)])];
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function urlForms(value: string): readonly string[] {
  const bytes = new TextEncoder().encode(value);
  // Half a surrogate pair cannot be encoded.
  const valid = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const usual = encodeURIComponent(valid);
  const strict = usual.replace(/[!'()*]/g, percent);
  const loose = encodeURI(valid);
  const form = strict.replaceAll('%20', '+');
  const whole = [...bytes].map((byte) => percent(String.fromCharCode(byte))).join('');
  const ofForms = new URLSearchParams([['', value]]).toString().slice(1);
  return [usual, strict, loose, form, ofForms, whole].flatMap((text) => [
    text,
    text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
  ]);
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

/** The digits that do not depend on what stands before and after the value, for each of the three positions. */
function base64Forms(value: string): readonly string[] {
  const bytes = new TextEncoder().encode(value);
  return [0, 1, 2].flatMap((before) => {
    const encoded = btoa('\0'.repeat(before) + String.fromCharCode(...bytes));
    const from = Math.ceil((before * BITS.byte) / BITS.digit);
    const to = Math.floor(((before + bytes.length) * BITS.byte) / BITS.digit);
    const digits = encoded.slice(from, to);
    const forUrl = digits.replaceAll('+', '-').replaceAll('/', '_');
    return [digits, forUrl, encodeURIComponent(digits), digits.replaceAll('/', '\\/')];
  });
}
