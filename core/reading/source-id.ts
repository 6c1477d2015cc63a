import { z } from 'zod'

/** Of a source's text. Valid for its user, for a day. */
export const SourceId = z.string().min(1).max(100)
