import { expect, test } from 'vitest'
import { claimsIn } from './claims.ts'
import { evidenceOf } from './evidence.ts'

const ARTICLE =
  'Review time fell by 34% at Najd Logistics, said Layla Haddad. It cost $1,200 on 3 December 2025, after a loss last year.'

const certainty = (draft: string) => {
  const claims = claimsIn(draft, evidenceOf({ source: { text: ARTICLE } }))
  return claims.map(({ text, isSure }) => [text, isSure])
}

test.for<[draft: string, text: string]>([
  ['It fell by 38%.', '38%'],
  ['It fell by thirty-eight percent.', 'thirty-eight percent'],
  ['It cost $1,900.', '$1,900'],
  ['كلّف ذلك ١٩٠٠ ريال.', '١٩٠٠ ريال'],
  ['It ended on 4 December 2025.', '4 December 2025'],
  ['It began in 2019.', '2019'],
  ['She said: “Nobody reads the seventh signature.”', '“Nobody reads the seventh signature.”'],
  ['We asked Omar Saleh.', 'Omar Saleh'],
])('marks an unsupported percentage, amount, date, quotation or name as surely wrong: %s', ([draft, text]) => {
  expect(certainty(draft)).toEqual([[text, true]])
})

test.for<[draft: string, text: string]>([
  ['It has 14 offices.', '14 offices'],
  ['It took eleven weeks.', 'eleven weeks'],
  ['Next year it will be better.', 'Next year'],
  ['فيها ١٤ مكتبًا.', '١٤ مكتبًا'],
  ['We asked Layla Hadad.', 'Layla Hadad'],
])('marks an unsupported count, duration, relative date or partly known name only as doubtful: %s', ([draft, text]) => {
  expect(certainty(draft)).toEqual([[text, false]])
})
