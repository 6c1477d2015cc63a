import { expect, test } from 'vitest'
import { PARSER_NAMES } from '#core/reading/parsers.ts'
import { fuzzSamples } from './corpus/fuzz-samples.ts'
import { fuzz } from './support/fuzz.ts'
import { seeded } from './support/mutate.ts'

// A short form of `npm run bench fuzz`, always with the same corrupted files.

const TRIES = 150

test('has samples for every parser of untrusted files', async () => {
  const parsers = new Set(Object.values(await fuzzSamples()).map(({ parser }) => parser))
  // Two parsers have no samples, because Frogy itself writes the JSON that they read.
  expect(PARSER_NAMES.filter((name) => !parsers.has(name))).toEqual(['drafts', 'unfounded'])
})

test.for(Object.entries(await fuzzSamples()))(
  'reads or rejects corrupted files without a crash or hang: %s',
  async ([, samples]) => {
    const { tries, read, faults } = await fuzz(samples, seeded(2025), (done) => done < TRIES)
    expect(faults).toEqual([])
    // If a parser reads all files, the fuzzer has not corrupted them. ZIP files are corrupted before they are packed,
    // because their checksums would reject any later change.
    expect(read).toBeLessThan(tries)
  },
)
