/** Requests more alike than this are the same request (decision 74, §3; 0–1). */
export const SAME_REQUEST = 0.85;
