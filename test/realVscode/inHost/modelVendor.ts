/** Whose language models the suite brings along; the answers are scripted by its tests. */
export const MODEL_VENDOR = 'devs-tests';
