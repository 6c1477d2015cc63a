import { z } from 'zod'

/** The id of a source's stored text. It is valid for one user and for one day. */
export const SourceId = z.string().min(1).max(100)
