import { expect, test } from 'vitest'
import { fuzzSamples } from './corpus/fuzz-samples.ts'
import { fuzz } from './support/fuzz.ts'
import { seeded } from './support/mutate.ts'

// A short form of `npm run bench fuzz`, always with the same corrupted files.

const TRIES = 150

test.for(Object.entries(await fuzzSamples()))(
  'reads or rejects corrupted files without a crash or hang: %s',
  async ([, samples]) => {
    const { tries, read, faults } = await fuzz(samples, seeded(2025), (done) => done < TRIES)
    expect(faults).toEqual([])
    // If every file can be read, the corruption did not work. Samples of zip formats are parts, because checksums
    // reject any corrupted zip file.
    expect(read).toBeLessThan(tries)
  },
)
