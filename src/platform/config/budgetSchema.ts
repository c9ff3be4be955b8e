import * as z from 'zod/mini';
import { BUDGET_SCOPES, type Amount, type Budgets, type PriceList } from '../../model/usage/budget';
import { NANO } from '../../model/usage/usage';
import { wholeNumber } from './valueSchemas';

/** Largest amounts: a billion dollars would no longer be exact to a billionth. */
const MAX_USD = 1_000_000;
const MAX_TOKENS = 1_000_000_000_000;

// Each schema's error completes the sentence "… must be".
const USD = `a number of US dollars, more than 0 and at most ${MAX_USD}`;
const PRICE = 'a number from 0 to 10000';
const PRICES =
  'what a million tokens cost in US dollars, such as { input: 1.25, cacheRead: 0.125, output: 10 } (0 to 10000)';
const AMOUNT = 'an amount such as { usd: 5 } or { tokens: 2000000 }';

const price = (description: string) =>
  z.number({ error: PRICE }).check(z.minimum(0), z.maximum(10_000), z.meta({ description }));

/** What a million tokens of one model cost. */
export const tokenPricesSchema = z.strictObject(
  {
    input: price('Price of tokens that are read.'),
    output: price('Price of tokens that are written, reasoning included.'),
    cacheRead: z.exactOptional(price('Price of tokens read from a cache; default: as input.')),
    cacheWrite: z.exactOptional(price('Price of tokens put into a cache; default: as input.')),
  },
  { error: PRICES },
);

/** The key `prices`. */
export const priceListSchema = z
  .record(z.string(), tokenPricesSchema, {
    error:
      'a mapping from models (or agents) to prices, such as { gpt-5: { input: 1.25, output: 10 } }',
  })
  .check(
    z.meta({
      description:
        'What a million tokens cost in US dollars, by the name of a model as an agent states it, or of an agent that does not state its model. For agents that tell tokens but no money.',
      examples: [{ 'gpt-5': { input: 1.25, cacheRead: 0.125, output: 10 } }],
    }),
  );

/** An amount of money, of tokens, or of both. */
export const amountSchema = z
  .strictObject(
    {
      usd: z.exactOptional(
        z
          .number({ error: USD })
          .check(z.gt(0), z.maximum(MAX_USD), z.meta({ description: 'US dollars.' })),
      ),
      tokens: z.exactOptional(
        wholeNumber({ min: 1, max: MAX_TOKENS }).check(
          z.meta({ description: 'Tokens of all kinds, read and written.' }),
        ),
      ),
    },
    { error: AMOUNT },
  )
  .check(
    z.refine(({ usd, tokens }) => usd !== undefined || tokens !== undefined, { error: AMOUNT }),
  );

const DESCRIPTIONS = {
  task: 'For one task with its subtasks, over all its runs.',
  run: 'For one run.',
  day: 'For one day, from midnight to midnight in the time zone of this machine.',
} as const;

const scope = (name: keyof typeof DESCRIPTIONS) =>
  z.exactOptional(amountSchema).check(z.meta({ description: DESCRIPTIONS[name] }));

/** The key `budget`. */
export const budgetSchema = z
  .strictObject(
    { task: scope('task'), run: scope('run'), day: scope('day') },
    { error: 'a mapping with task, run or day, such as { task: { usd: 5 } }' },
  )
  .check(
    z.meta({
      description:
        'What agents may use. You are told at 80 %; when it is used up, the turn ends at its next step and the task pauses until you allow more.',
      examples: [{ task: { usd: 5 }, day: { usd: 20, tokens: 20_000_000 } }],
    }),
  );

/** Builds both keys from their parts of a valid file. */
export function buildBudget(
  budget: z.infer<typeof budgetSchema> | undefined,
  prices: z.infer<typeof priceListSchema> | undefined,
): { readonly budget?: Budgets; readonly prices?: PriceList } {
  const scopes = BUDGET_SCOPES.flatMap((name) => {
    const written = budget?.[name];
    return written === undefined ? [] : [[name, toAmount(written)] as const];
  });
  return {
    ...(scopes.length > 0 && { budget: Object.fromEntries(scopes) }),
    ...(prices && { prices }),
  };
}

function toAmount({ usd, tokens }: z.infer<typeof amountSchema>): Amount {
  return {
    ...(usd !== undefined && { nanoUsd: Math.max(1, Math.round(usd * NANO)) }),
    ...(tokens !== undefined && { tokens }),
  };
}
