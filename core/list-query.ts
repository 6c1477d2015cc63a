import { z } from 'zod'

/** Which part of a list is asked for, where administrators look through it. */
export const Page = {
  limit: z.coerce.number().int().min(1).max(100).default(25),
  /** How many come before. */
  skip: z.coerce.number().int().min(0).max(100_000).default(0),
}

/** What is looked for, as it was typed. */
export const Search = z.string().trim().max(100).optional()
