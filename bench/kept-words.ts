import { readFile } from 'node:fs/promises'
import { EVERYDAY } from '#tests/corpus/pdf/everyday/files.ts'
import { textOf } from '#tests/corpus/pdf/everyday/layout.ts'
import { wordOverlap } from '#tests/support/word-overlap.ts'
import { readPdf } from '#server/reading/documents/read-pdf.ts'
import { report } from './report.ts'

/** Reports the share of words that the PDF reader loses, and the share that it adds, such as page headers. */
export async function reportWordsKept(): Promise<boolean> {
  const shares: { name: string; lost: number; added: number }[] = []
  for (const { name, layout } of EVERYDAY) {
    const file = new URL(`../tests/corpus/pdf/everyday/${name}.pdf`, import.meta.url)
    const { kept, own } = wordOverlap(textOf(layout), (await readPdf(await readFile(file))).content)
    shares.push({ name, lost: 100 * (1 - kept), added: 100 * (1 - own) })
  }
  const holds = (['lost', 'added'] as const).map((which) => {
    const worst = shares.reduce((most, one) => (one[which] > most[which] ? one : most))
    return report({
      what: `words ${which} by the reader of ${EVERYDAY.length} everyday PDFs, most of one (${worst.name})`,
      value: worst[which],
      unit: '%',
      atMost: 1,
      baseline: {
        what: 'on average',
        value: Math.max(0.001, shares.reduce((sum, one) => sum + one[which], 0) / shares.length),
      },
    })
  })
  return holds.every(Boolean)
}
