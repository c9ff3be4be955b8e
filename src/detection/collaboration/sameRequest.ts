/** Requests more alike than this are the same request (docs/decisions/loop-detection-algorithm.md, §3; 0–1). */
export const SAME_REQUEST = 0.85;
