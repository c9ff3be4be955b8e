/** Parts of the similarity of requests besides exact matches and equal stems: `bench` omits each to measure what it adds. */
export const SIMILARITY_PARTS = [
  'stop words',
  'abbreviations',
  'names',
  'negations',
  'roles',
  'demands',
  'replaced words',
] as const;
export type SimilarityPart = (typeof SIMILARITY_PARTS)[number];
