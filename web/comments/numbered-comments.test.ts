import { expect, test } from 'vitest'
import { numberComments } from './numbered-comments.ts'

const about = (text: string | null, isResolved = false) => ({
  quote: text === null ? null : { text, start: 0 },
  isResolved,
})

test('numbers the open comments whose words are in the text', () => {
  const comments = [
    about('nine days'),
    about(null),
    about('removed words'),
    about('Approvals', true),
    about('Approvals'),
  ]
  const numbered = numberComments(comments, 'Approvals took nine days.')
  expect(numbered.map(({ number }) => number)).toEqual([1, null, null, null, 2])
  expect(numbered.map(({ place }) => place)).toEqual([{ start: 15, end: 24 }, null, null, null, { start: 0, end: 9 }])
})
