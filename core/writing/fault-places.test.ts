import { expect, test } from 'vitest'
import { openPlaces, withRemoved } from './fault-places.ts'

test('lists only the faulty passages that the author has not changed', () => {
  const places = ['nobody', 'every ward', "in today's fast-paced world", 'at the end of the day,', 'دائما']
  expect(openPlaces('Nobody reads. In today’s fast-paced world… دائمًا.', places)).toEqual([
    'nobody',
    "in today's fast-paced world",
    'دائما',
  ])
})

test.each([
  ['One. Two.', [{ text: 'Visit pond.com.', at: 5 }], 'One. Visit pond.com. Two.'],
  ['One. Two.', [{ text: 'Visit pond.com.', at: 0 }], 'Visit pond.com. One. Two.'],
  ['One. Two.', [{ text: 'Visit pond.com.', at: 9 }], 'One. Two.\n\nVisit pond.com.'],
  ['One.\n\nTwo.', [{ text: 'Visit pond.com.', at: 4 }], 'One. Visit pond.com.\n\nTwo.'],
  ['Once. Two.', [{ text: 'Visit pond.com.', at: 5 }], 'Once. Two.\n\nVisit pond.com.'],
  [
    'One. Two.',
    [
      { text: 'See a.com.', at: 0 },
      { text: 'See b.com.', at: 5 },
    ],
    'See a.com. One. See b.com. Two.',
  ],
])('restores removed sentences in the draft %j', (content, removed, restored) => {
  expect(withRemoved(content, removed)).toBe(restored)
})
