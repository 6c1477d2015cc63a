import type { z } from 'zod'
import type { SourceFields } from './professional.ts'
import type { WritingSource } from './prompt.ts'

type Fields = { [Name in 'sourceContent' | 'sourceMetadata']?: z.output<(typeof SourceFields)[Name]> }

/** The source of a request. Null if it has no text. */
export function sourceOf({ sourceContent, sourceMetadata }: Fields): WritingSource | null {
  const text = sourceContent?.trim()
  if (!text) return null
  const { title = null, author = null, siteName = null } = sourceMetadata ?? {}
  return { title, text, author, siteName }
}
