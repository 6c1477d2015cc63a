import type { DocumentFacts } from '../documents/document-facts.ts'
import { rulesOf, type Platform } from './platform.ts'

/** Why a network would refuse a PDF document. The limit is in megabytes or pages. */
export type DocumentIssue =
  | { kind: 'no-documents' }
  | { kind: 'document-too-large'; limit: number }
  | { kind: 'document-too-long'; limit: number }

/** Lists the reasons why the network would refuse this document, by `<network>/rules.ts`. */
export function documentIssues(platform: Platform, { pages }: DocumentFacts, sizeBytes: number): DocumentIssue[] {
  const { document } = rulesOf(platform)
  if (!document) return [{ kind: 'no-documents' }]
  const { maxBytes, maxPages = Infinity } = document
  const issues: (DocumentIssue | false)[] = [
    sizeBytes > maxBytes && { kind: 'document-too-large', limit: maxBytes / 1_000_000 },
    pages > maxPages && { kind: 'document-too-long', limit: maxPages },
  ]
  return issues.filter((issue) => issue !== false)
}
