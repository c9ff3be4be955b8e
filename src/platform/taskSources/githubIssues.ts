import * as z from 'zod/mini';
import type { GithubQuery } from '../../model/task/taskSource';
import { isWebLink } from '../../model/task/webLink';
import type { GithubAnswer } from '../../ports/taskSources';
import { parseJson } from '../json/jsonValue';
import { explainGhFailure } from './explainGhFailure';
import { runGh, type GhPlaces } from '../github/runGh';

/** The most issues of a label that are read. */
const MAX_ISSUES = 200;
const FIELDS = '--json=number,title,body,url,state';

// An issue is OPEN or CLOSED, a pull request may be MERGED.
const issueSchema = z.object({
  title: z.string(),
  body: z.optional(z.nullable(z.string())),
  url: z.string().check(z.refine(isWebLink)),
  state: z.string(),
});
const answerSchema = z.union([z.array(issueSchema), issueSchema]);

/** Asks GitHub for issues. Never rejects. */
export async function askGithub(query: GithubQuery, places: GhPlaces): Promise<GithubAnswer> {
  const output = await runGh(argumentsFor(query), places);
  if (output.kind !== 'printed') return { ok: false, message: explainGhFailure(output, query) };
  const parsed = parseJson(output.stdout);
  const read = answerSchema.safeParse(parsed.ok ? parsed.value : undefined);
  if (!read.success)
    return {
      ok: false,
      message:
        'gh printed something else than issues with number, title, body, url and state; update it, then try again.',
    };
  const issues = [read.data].flat().map(({ title, body, url, state }) => ({
    ...{ title, body: body ?? '', url, isClosed: state.toUpperCase() !== 'OPEN' },
  }));
  return { ok: true, issues };
}

function argumentsFor(query: GithubQuery): readonly string[] {
  if (query.kind === 'label')
    return [
      ...['issue', 'list', `--label=${asOne(query.label)}`, '--state=open'],
      ...[`--limit=${MAX_ISSUES}`, FIELDS],
    ];
  const { issue, repository } = query;
  const where = repository === undefined ? [] : [`--repo=${repository}`];
  return ['issue', 'view', issue, ...where, FIELDS];
}

/** A label as `gh` reads it: a comma separates several, unless they stand in quotes. */
function asOne(label: string): string {
  return /[",]/.test(label) ? `"${label.replaceAll('"', '""')}"` : label;
}
