import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findingsIn } from './findings.ts'
import { processorTimer } from '#tests/support/processor-seconds.ts'

interface Corpus {
  sources: { title: string; text: string }[]
}
const folder = join(import.meta.dirname, '../../tests/corpus/grounding')
const sources = globSync('*.json', { cwd: folder })
  .toSorted()
  .flatMap((file) => (JSON.parse(readFileSync(join(folder, file), 'utf8')) as Corpus).sources)

test('finds at least three different sentences of each source in the corpus, word for word and in order', () => {
  expect(sources.length).toBeGreaterThan(30)
  for (const { text } of sources) {
    const flat = text.replaceAll(/\s+/gu, ' ')
    const found = findingsIn(text, 5)
    expect(found.length).toBeGreaterThanOrEqual(3)
    expect(new Set(found.map((finding) => finding.text)).size).toBe(found.length)
    const places = found.map((finding) => flat.indexOf(finding.text))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places[0]).toBeGreaterThanOrEqual(0)
    for (const { text: sentence, passage } of found) expect(passage).toContain(sentence)
  }
})

test('finds no more sentences than requested, and none in a text without sentences', () => {
  for (const { text } of sources.slice(0, 5)) expect(findingsIn(text, 3)).toHaveLength(3)
  expect(findingsIn('', 5)).toEqual([])
  expect(findingsIn('Menu\nHome\nContact', 5)).toEqual([])
})

test.each(['a. ', 'Word word word word word word. ', 'قال. ', '"“', '\n'])(
  'reads a text of only %j in linear time',
  (part) => {
    const spent = processorTimer()
    expect(findingsIn(part.repeat(200_000 / part.length), 5).length).toBeLessThanOrEqual(5)
    expect(spent()).toBeLessThan(5_000)
  },
)
