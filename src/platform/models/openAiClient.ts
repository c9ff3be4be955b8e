import type { OpenAI } from 'openai';

/** What the client gets besides the endpoint's address. */
export interface ClientOptions {
  readonly url: string;
  readonly fetch: typeof globalThis.fetch;
}

const SILENT = { error: quiet, warn: quiet, info: quiet, debug: quiet };

/** Headers for every request, as lines; the package has no option against it. */
const HEADERS_VARIABLE = 'OPENAI_CUSTOM_HEADERS';

/**
 * OpenAI's client, loaded when it is first wanted. It says nothing, tries nothing again, gets no key
 * and nothing from its own environment variables: how a request is sent is up to `fetch`.
 */
export async function openClient({ url, fetch }: ClientOptions): Promise<OpenAI> {
  const { OpenAI: Client } = await import('openai');
  const create = (): OpenAI =>
    new Client({
      baseURL: url,
      fetch,
      // It insists on one; `fetch` sends another or none.
      apiKey: 'none',
      adminAPIKey: null,
      organization: null,
      project: null,
      webhookSecret: null,
      maxRetries: 0,
      logLevel: 'off',
      logger: SILENT,
      // Never in a browser, although an editor's process may look like one.
      dangerouslyAllowBrowser: true,
    });
  return without(HEADERS_VARIABLE, create);
}

/** What `create` makes while the variable is not there. */
function without<T>(variable: string, create: () => T): T {
  const value = process.env[variable];
  if (value === undefined) return create();
  Reflect.deleteProperty(process.env, variable);
  try {
    return create();
  } finally {
    process.env[variable] = value;
  }
}

function quiet(): void {
  // Whatever it has to say may quote a prompt.
}
