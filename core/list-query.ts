import { z } from 'zod'

export const Page = {
  limit: z.coerce.number().int().min(1).max(100).default(25),
  skip: z.coerce.number().int().min(0).max(100_000).default(0),
}

export const Search = z.string().trim().max(100).optional()
