const SECRETS: readonly (readonly [pattern: RegExp, masked: string])[] = [
  [/\b(sk|pk|rk|hf|npm|glpat|dop_v1|sess|whsec)([-_])[\w*.-]{6,300}/g, '$1$2***'],
  [/\b(gh[oprsu]|github_pat|xox[abeoprs])([-_])[\w-]{6,300}/g, '$1$2***'],
  [/\b(AIza|ya29\.|AKIA|ASIA)[\w-]{8,300}/g, '$1***'],
  [/\beyJ[\w-]{8,2000}(?:\.[\w-]{1,2000}){0,2}/g, '***'],
  [
    // Words of a sentence ("basic authentication in header") are no secret.
    /\b(Bearer|Basic|Token)(:?\s{1,3})(?!(?:auth(?:entication|ori[sz]ation)|credentials?|expired|header|invalid|missing|required|revoked|tokens)(?!\w|[~+/=*-]|\.\w))[\w.~+/=*-]{6,2000}/gi,
    '$1$2***',
  ],
  [/(:\/\/)[^\s/@'"]{1,300}@/g, '$1***@'],
  // Also as a text in JSON, with its line ends escaped.
  [
    /(-----BEGIN (?:[A-Z]{1,20} ){0,3}PRIVATE KEY-----)[\w+/=\s\\:,.-]{1,16000}?(?=-----END|$)/g,
    '$1***',
  ],
  [
    /(\b[\w-]{0,40}(?:api[-_]?key|key|token|secret|passw(?:or)?d|pwd|credential|authorization|signature)\\?["']?\s?[=:]\s?\\?["']?)(?!\*\*\*|Bearer|Basic)[^\s"'&,;)}\\]{4,2000}/gi,
    '$1***',
  ],
  [/(\bAPI key provided:?\s)[^\s"',]{3,300}/gi, '$1***'],
];

/** Cheap pre-check that every text matches which one of these patterns matches. */
const MAY_BE_SECRET =
  /(?:sk|pk|rk|hf|npm|glpat|v1|sess|whsec|gh[oprsu]|pat|xox[a-z])[-_]|AIza|ya29|A[KS]IA|eyJ|bearer|basic|token|:\/\/|key|secret|passw|pwd|credential|authorization|signature/i;

/** Masks keys, tokens and passwords. Linear time; other text is returned unchanged. */
export function maskSecrets(text: string): string {
  if (!MAY_BE_SECRET.test(text)) return text;
  // Searching takes a fraction of the time of replacing nothing.
  return SECRETS.reduce(
    (masked, [pattern, instead]) =>
      masked.search(pattern) < 0 ? masked : masked.replace(pattern, instead),
    text,
  );
}

/** What `maskSecrets` would mask, without the words that tell what it is. */
export function findSecrets(text: string): readonly string[] {
  return SECRETS.flatMap(([pattern, instead]) =>
    [...text.matchAll(pattern)].map(([all, first = '', second = '']) => {
      const kept = instead.includes('$2') ? first + second : instead.includes('$1') ? first : '';
      return all.slice(kept.length).replace(instead.endsWith('@') ? /@$/ : /$^/, '');
    }),
  );
}
