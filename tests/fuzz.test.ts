import { expect, test } from 'vitest'
import { fuzzSamples } from './corpus/fuzz-samples.ts'
import { fuzz } from './support/fuzz.ts'
import { seeded } from './support/mutate.ts'

// The short form of `npm run bench fuzz`, always with the same spoiled files.

const TRIES = 150

test.for(Object.entries(await fuzzSamples()))(
  'reads or rejects corrupted files without a crash or hang: %s',
  async ([, samples]) => {
    const { tries, read, faults } = await fuzz(samples, seeded(2025), (done) => done < TRIES)
    expect(faults).toEqual([])
    // Some must be refused, or nothing was spoiled. Of zip files all are, by their checksums: hence the parts of them.
    expect(read).toBeLessThan(tries)
  },
)
