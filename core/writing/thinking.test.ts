import { expect, test } from 'vitest'
import { withoutThinking } from './thinking.ts'

test.each([
  ['<think>The user wants …</think>\n\nStart with the figure.', '\n\nStart with the figure.'],
  ['The user wants …</think>Start with the figure.', 'Start with the figure.'],
  ['<thinking>One</thinking><THINK>Two</THINK>Start.', 'Start.'],
  ['<think>The user wants', ''],
  ['Start with the figure.', 'Start with the figure.'],
])('removes the reasoning from the model answer %j', (answer, text) => {
  expect(withoutThinking(answer)).toBe(text)
})

test('never shows the reasoning of a model while its answer arrives', () => {
  const answer = '<think>The user wants {"content": "a draft"}</think>Start.'
  const shown = Array.from(answer, (_, at) => withoutThinking(answer.slice(0, at + 1)))
  expect(shown.filter((text) => !'Start.'.startsWith(text) && !'<think>'.startsWith(text))).toEqual([])
})
