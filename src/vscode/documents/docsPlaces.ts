import type { DocsTopic } from '../../protocol/messages';

/** A section of a page in docs/. */
export interface DocsPlace {
  readonly page: string;
  /** The anchor of its heading. */
  readonly section: string;
}

/** Where docs/ explains each term of the dashboard; the pages are part of the package. */
export const DOCS_PLACES: Readonly<Record<DocsTopic, DocsPlace>> = {
  entropy: { page: 'detection.md', section: 'turns-without-progress' },
  pivot: { page: 'error-handling.md', section: 'loop-detection--pivot' },
};
