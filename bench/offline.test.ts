import { expect, test } from 'vitest'
import { writeOffline } from '#core/writing/offline-writer.ts'
import { faultsOfSixty, sixtyRequests } from './offline.ts'

test("writes sixty offline drafts within the networks' limits, in the requested language and length, from the source only, and without repetition", () => {
  const drafts = sixtyRequests().map((request) => ({ request, draft: writeOffline(request) }))
  expect(drafts).toHaveLength(60)
  expect(drafts.filter(({ draft }) => draft.outline)).toHaveLength(12)
  expect(faultsOfSixty(drafts)).toEqual([])
})
