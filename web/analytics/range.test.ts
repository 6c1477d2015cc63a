import { expect, test } from 'vitest'
import { rangeIn } from './range.ts'

test("reads the range of dates in the page's address", () => {
  expect(rangeIn('?days=7')).toEqual({ days: 7 })
  expect(rangeIn('?from=2026-05-01&to=2026-05-09')).toEqual({ from: '2026-05-01', to: '2026-05-09' })
})

test.each(['', '?days=8', '?from=2026-02-30&to=2026-03-10', '?from=2026-05-09&to=2026-05-01', '?from=2026-05-01&to=x'])(
  'uses the default range of dates for the address %j',
  (search) => expect(rangeIn(search)).toEqual({ days: 30 }),
)
