import { expect, test } from 'vitest'
import { contentReader, readDraft } from './read-draft.ts'

const draft = { content: 'Two {words}', hashtags: ['one'] }
const json = JSON.stringify(draft)

test.each([
  ['without other text', json],
  ['in a fence', `\`\`\`json\n${json}\n\`\`\``],
  ['between words', `Sure! Here it is:\n${json}\nTell me if you want another.`],
  ["after the model's reasoning", `<think>{"content": 5}</think>\n${json}`],
  ['with the reasoning in its text', JSON.stringify({ ...draft, content: '<think>So?</think>Two {words}' })],
  ['in its own text', JSON.stringify({ content: json, hashtags: [] })],
  ['with hashtags as one string', '{"content":"Two {words}","hashtags":"one"}'],
])("finds the JSON of a draft in a model's answer: %s", (_how, text) => {
  expect(readDraft(text)).toEqual(draft)
})

test.each(['', 'Hello.', '{', '}{', '{"content":5}', '{"post":"x"}', '[1]', '{'.repeat(10_000)])(
  "finds no draft in a model's answer %j",
  (text) => {
    expect(readDraft(text)).toBeUndefined()
  },
)

test.each([1, 2, 3, 7, 1_000])('reads a streamed draft that arrives in pieces of %i characters', (size) => {
  const content = 'Two “{words}”,\n\t\\ and a "third" 👍'
  for (const whole of [
    JSON.stringify({ content, hashtags: ['"content": "no"'] }),
    `Sure!\n{ "hashtags": ["content"], "content" : ${JSON.stringify(content).replaceAll('👍', '\\ud83d\\uDC4D')}}`,
  ]) {
    const read = contentReader()
    const seen = []
    for (let at = 0; at < whole.length; at += size) seen.push(read(whole.slice(at, at + size)))
    expect(seen.at(-1)).toBe(content)
    expect(seen.every((part) => content.startsWith(part))).toBe(true)
  }
})

test('reads an endless streamed draft in linear time', () => {
  const read = contentReader()
  read('{"content":"')
  const from = process.cpuUsage().user
  let last = ''
  for (let n = 0; n < 100_000; n++) last = read('nine days, ')
  expect(last).toHaveLength(1_100_000)
  expect(process.cpuUsage().user - from).toBeLessThan(5_000_000)
})
