import { expect, test } from 'vitest'
import { daysInView } from '#core/posts/calendar.ts'
import { isPastCell, nextCell, cellFromId, publishTimeAt, rankOfCell } from './dragged-item.ts'
import { cellId, type DraggedItem } from './dragging.ts'

const RIYADH = 'Asia/Riyadh'
const post: DraggedItem = {
  kind: 'post',
  post: {
    id: '3f0e6bb4-5a44-4a2f-9b0e-3f2a77e2f0aa',
    platform: 'linkedin',
    status: 'scheduled',
    at: '2025-12-03T06:15:00.000Z',
    opening: 'Four signatures',
    picture: null,
    isDelayed: false,
    accountId: null,
    formerAccount: null,
    revision: 1,
  },
}
const month = { view: 'month', days: daysInView('month', '2025-12-03', 0), isRtl: false } as const
const week = { view: 'week', days: daysInView('week', '2025-12-03', 0), isRtl: false } as const

test('moves a dragged post by a day with the left and right arrow keys, and by a week with the down key', () => {
  const here = { date: '2025-12-03' }
  expect(nextCell('ArrowRight', here, month, 9)).toEqual({ date: '2025-12-04' })
  expect(nextCell('ArrowRight', here, { ...month, isRtl: true }, 9)).toEqual({ date: '2025-12-02' })
  expect(nextCell('ArrowDown', here, month, 9)).toEqual({ date: '2025-12-10' })
  expect(nextCell('ArrowUp', here, month, 9)).toBeNull()
})

test('moves a dragged post by an hour with the up and down arrow keys in the week view, and keeps the hour on other days', () => {
  const later = nextCell('ArrowDown', { date: '2025-12-03' }, week, 9)
  expect(later).toEqual({ date: '2025-12-03', hour: 10 })
  expect(later && nextCell('ArrowLeft', later, { ...week, isRtl: true }, 9)).toEqual({ date: '2025-12-04', hour: 10 })
  expect(nextCell('ArrowDown', { date: '2025-12-03', hour: 23 }, week, 9)).toBeNull()
  expect(nextCell('ArrowRight', { date: '2025-12-08' }, week, 9)).toBeNull()
})

test('treats a calendar cell as past once its time is over in the user’s time zone', () => {
  const noon = new Date('2025-12-03T09:00Z')
  expect(publishTimeAt(post, { date: '2025-12-03', hour: 12 }, RIYADH)).toEqual(new Date('2025-12-03T09:15Z'))
  expect(isPastCell(post, { date: '2025-12-03' }, RIYADH, noon)).toBe(true)
  expect(isPastCell(post, { date: '2025-12-03', hour: 12 }, RIYADH, noon)).toBe(false)
  expect(isPastCell(post, { date: '2025-12-04' }, RIYADH, noon)).toBe(false)
})

test('accepts a dragged draft on today and future days, but not on a past hour', () => {
  const draft = { kind: 'draft', idea: [] as unknown } as DraggedItem
  const noon = new Date('2025-12-03T09:00Z')
  expect(isPastCell(draft, { date: '2025-12-03' }, RIYADH, noon)).toBe(false)
  expect(isPastCell(draft, { date: '2025-12-03', hour: 12 }, RIYADH, noon)).toBe(true)
  expect(isPastCell(draft, { date: '2025-12-02' }, RIYADH, noon)).toBe(true)
})

test('restores a calendar cell from its id', () => {
  for (const cell of [{ date: '2025-12-03' }, { date: '2025-12-03', hour: 0 }, { date: '2025-12-03', time: '09:30' }])
    expect(cellFromId(cellId(cell))).toEqual(cell)
})

test('schedules a post or draft at the weekly time on which it is dropped, and prefers the most exact of overlapping targets', () => {
  const slot = { date: '2025-12-04', time: '09:30' }
  const draft = { kind: 'draft', idea: [] as unknown } as DraggedItem
  for (const item of [post, draft]) expect(publishTimeAt(item, slot, RIYADH)).toEqual(new Date('2025-12-04T06:30Z'))
  const cells = [{ date: '2025-12-04' }, slot, { date: '2025-12-04', hour: 13 }].map(cellId)
  expect(cells.toSorted((a, b) => rankOfCell(a) - rankOfCell(b))).toEqual(cells.toReversed())
})
