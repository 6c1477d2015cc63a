import type { z } from 'zod'
import type { SourceFields } from './professional.ts'
import type { WritingSource } from './prompt.ts'

type Fields = {
  [Name in 'sourceContent' | 'sourceMetadata' | 'isOwnSource']?: z.output<(typeof SourceFields)[Name]>
} & { contentSource?: string }

/** The source of a request. Null if it has no text. */
export function sourceOf({ sourceContent, sourceMetadata, isOwnSource, contentSource }: Fields): WritingSource | null {
  const text = sourceContent?.trim()
  if (!text) return null
  const { title = null, author = null, siteName = null, url: address = null } = sourceMetadata ?? {}
  const isOwn = isOwnSource ?? (contentSource !== 'url' && !address)
  return { title, text, isOwn, author, siteName, address }
}
