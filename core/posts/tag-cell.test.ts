import { expect, test } from 'vitest'
import { readTagCell, tagCell } from './tag-cell.ts'
import { MAX_TAG_LENGTH } from './tags.ts'

test('reads tag names between separators of both languages, and each name once regardless of letter case', () => {
  for (const cell of ['Launch, Eid', 'Launch;Eid', ' Launch | "Eid",', 'Launch،Eid', 'Launch؛ Eid', 'Launch\n\nEid'])
    expect([cell, readTagCell(cell)]).toEqual([cell, ['Launch', 'Eid']])
  expect(readTagCell('Launch, launch, LAUNCH')).toEqual(['Launch'])
  // A letter with a separate mark is the same name as the composed letter.
  expect(readTagCell('Cafe\u0301, Caf\u00E9')).toEqual(['Caf\u00E9'])
  expect(readTagCell(' ')).toEqual([])
})

test('reads back the tag names that it writes into a CSV cell, including names with separators or quotes', () => {
  const some = [['Launch'], ['Launch', 'Eid'], ['Eid, 2026'], ['Eid, 2026', 'Launch'], ['a"b', '"', '"c" d;'], []]
  for (const names of [...some, ['عيد الفطر', 'الرياض، ٢٠٢٦']]) expect(readTagCell(tagCell(names))).toEqual(names)
})

test('reads a quotation mark that is never closed as part of a tag name', () => {
  expect(readTagCell('"Launch, Eid')).toEqual(['"Launch', 'Eid'])
  expect(readTagCell('5" screens, Eid')).toEqual(['5" screens', 'Eid'])
})

test('rejects invalid tag names and more than five tags, and rejects long CSV cells quickly', () => {
  const rejected = ['x'.repeat(MAX_TAG_LENGTH + 1), '\u202Eevil', 'a\u0000b', '\u200B', '"a\nb"', 'a,b,c,d,e,f']
  for (const cell of [...rejected, ...rejected.map((name) => `Launch, ${name}`)]) expect(readTagCell(cell)).toBeNull()
  const start = performance.now()
  for (const part of ['a,', ' ', '\n', '\u0301', ',', 'a', '"', ' "', '""'])
    for (const times of [400, 1_000_000]) readTagCell(part.repeat(times))
  expect(performance.now() - start).toBeLessThan(200)
})
