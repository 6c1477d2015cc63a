import { fuzzSamples } from '#tests/corpus/fuzz-samples.ts'
import { fuzz } from '#tests/support/fuzz.ts'
import { seeded } from '#tests/support/mutate.ts'
import { at, report } from './report.ts'

/**
 * Feeds every parser with corrupted copies of the corpus for a minute each, and reports the result. `FUZZ_SEED` repeats
 * a run, `FUZZ_SECONDS` changes its length, `FUZZ_ONLY` selects one parser's samples.
 */
export async function benchFuzz(): Promise<boolean> {
  const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000)
  const seconds = Number(process.env.FUZZ_SECONDS ?? 60)
  const only = process.env.FUZZ_ONLY
  console.log(`fuzzing with FUZZ_SEED=${seed}, ${seconds} s a reader`)
  let holds = true
  for (const [name, samples] of Object.entries(await fuzzSamples())) {
    if (only && only !== name) continue
    const until = performance.now() + seconds * 1000
    const { tries, read, faults, times } = await fuzz(samples, seeded(seed), () => performance.now() < until)
    for (const fault of faults.slice(0, 5)) console.log(`    ${fault}`)
    console.log(`${name}: ${tries} tries, ${read} read, ${tries - read - faults.length} refused with a reason`)
    const kept = report({
      what: `${name}: crashes, hangs and files left`,
      value: faults.length,
      unit: 'faults',
      atMost: 0,
      baseline: { what: 'tries', value: tries },
    })
    report({
      what: `${name}: one try in a hundred takes longer than`,
      value: at(times, 0.99),
      unit: 'ms',
      baseline: { what: 'the median', value: at(times, 0.5) },
    })
    holds = holds && kept
  }
  return holds
}
