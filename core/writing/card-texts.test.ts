import { expect, test } from 'vitest'
import { cardTextsOf } from './card-texts.ts'
import { claimsIn } from './grounding/claims.ts'
import { evidenceOf } from './grounding/evidence.ts'

test('finds a quotation with its speaker, and a figure in digits with its sentence', () => {
  const draft =
    'Approvals took nine days.\n\n“Nobody reads a form with nine names,” said Mona Aziz of the ward. Review time fell by 34% in one quarter. Fine.'
  expect(cardTextsOf(draft, null)).toEqual([
    { kind: 'quotation', words: 'Nobody reads a form with nine names', speaker: 'Mona Aziz' },
    { kind: 'figure', figure: '34%', words: 'Review time fell by 34% in one quarter.' },
  ])
})

test('finds an Arabic quotation with its speaker', () => {
  expect(cardTextsOf('قالت منى العزيز: «لا أحد يقرأ نموذجًا فيه تسعة أسماء».', null)).toEqual([
    { kind: 'quotation', words: 'لا أحد يقرأ نموذجًا فيه تسعة أسماء', speaker: 'منى العزيز' },
  ])
})

test('omits figures and quotations that the source does not support', () => {
  const draft =
    'Review time fell by 34% in one quarter. Costs fell by 61%. “We never asked why at all,” said Omar Said.'
  const evidence = evidenceOf({ source: { text: 'Review time fell by 34% in one quarter after that.' } })
  expect(cardTextsOf(draft, claimsIn(draft, evidence))).toMatchObject([{ kind: 'figure', figure: '34%' }])
})

test('omits texts that are too long for a picture', () => {
  expect(cardTextsOf(`It fell by 34% ${'and so on '.repeat(40)}.`, null)).toEqual([])
})
