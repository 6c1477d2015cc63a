import { expect, test } from 'vitest'
import { writeOffline } from '#core/writing/offline-writer.ts'
import { faultsOfSixty, sixtyRequests } from './offline.ts'

test('of sixty requests, no draft without a model breaks a limit, a language, a length, its source, or repeats itself', () => {
  const drafts = sixtyRequests().map((request) => ({ request, draft: writeOffline(request) }))
  expect(drafts).toHaveLength(60)
  expect(drafts.filter(({ draft }) => draft.outline)).toHaveLength(12)
  expect(faultsOfSixty(drafts)).toEqual([])
})
