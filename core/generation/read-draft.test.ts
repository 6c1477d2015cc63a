import { expect, test } from 'vitest'
import { readDraft } from './read-draft.ts'

const draft = { content: 'Two {words}', hashtags: ['one'] }
const json = JSON.stringify(draft)

test.each([
  ['bare', json],
  ['in a fence', `\`\`\`json\n${json}\n\`\`\``],
  ['between words', `Sure! Here it is:\n${json}\nTell me if you want another.`],
  ['behind what was thought', `<think>{"content": 5}</think>\n${json}`],
  ['with hashtags in a row', '{"content":"Two {words}","hashtags":"one"}'],
])('a draft is found %s', (_how, text) => {
  expect(readDraft(text)).toEqual(draft)
})

test.each(['', 'Hello.', '{', '}{', '{"content":5}', '{"post":"x"}', '[1]', '{'.repeat(10_000)])(
  'there is none in %j',
  (text) => {
    expect(readDraft(text)).toBeUndefined()
  },
)
