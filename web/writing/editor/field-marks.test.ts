import { expect, test } from 'vitest'
import { networkMarks } from './field-marks.ts'

const post = { account: { platform: 'linkedin' as const }, hashtags: [], videos: [] }

test('marks links and hashtags in their places, even if the text starts with blanks', () => {
  const content = '\n Read najd.example/form #Approvals'
  const { marks } = networkMarks({ ...post, content })
  expect(marks.map(({ start, end, kind }) => [content.slice(start, end), kind])).toEqual(
    expect.arrayContaining([['#Approvals', 'link']]),
  )
})

test("marks only the part of a text that exceeds the network's limit", () => {
  const content = `  ${'a'.repeat(3_000)}`
  expect(networkMarks({ ...post, content }).marks).toEqual([])
  const [excess] = networkMarks({ ...post, content: `${content}bcd` }).marks
  expect(excess).toEqual({ start: 3_002, end: 3_005, kind: 'excess' })
})

test("finds where a network's feed cuts a long text, and finds no cut in a short text or in hashtags below it", () => {
  const content = ` Three lines.\n\nAnd a third\nhidden`
  const { fold } = networkMarks({ ...post, content })
  expect(content.slice(0, fold ?? 0)).toBe(' Three lines.\n\nAnd a third')
  expect(networkMarks({ ...post, content: 'Short.' }).fold).toBeNull()
  expect(networkMarks({ ...post, content: 'One\n\nTwo', hashtags: ['#Approvals'] }).fold).toBeNull()
})
