import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Person } from '#tests/support/person.ts'
import { goodDraft } from '#tests/support/fake-models.ts'
import { startWriting, type Writing } from '#tests/support/writing.ts'

let writing: Writing
let layla: Person
beforeAll(async () => {
  writing = await startWriting()
  layla = await writing.frogy.person()
})
beforeEach(() => writing.reset())
afterAll(() => writing[Symbol.asyncDispose]())

const SOURCE = 'Approvals took nine days in March. Seven people sign each order. The desk closes at noon.'
const body = {
  platform: 'linkedin',
  language: 'english',
  content: 'Approvals took nine days.\n\nThen four names went off the form.',
  topic: 'Approvals',
  sourceContent: SOURCE,
} as const
const says = (answer: object) => {
  writing.anthropic.answer = () => ({ text: JSON.stringify(answer) })
}
const openings = async () => (await layla.call('POST /api/content/openings', { body })).openings

test('suggests openings for a draft from its material, in one model call', async () => {
  says({ moment: 'The desk closes at noon.', figure: 'Approvals took 31 days in March.', quotation: null })
  expect(await openings()).toEqual([{ kind: 'moment', text: 'The desk closes at noon.' }])
  expect(writing.anthropic.asked).toHaveLength(1)
  expect(writing.anthropic.asked[0]?.prompt).toContain(`<draft>\n${body.content}\n</draft>`)
})

test('suggests no opening for a draft if the material supports none', async () => {
  says({ moment: null, figure: 'Approvals took 31 days in March.', quotation: null })
  expect(await openings()).toEqual([])
})

test('tells the model which part of the draft an opening replaces', async () => {
  says({ moment: null, figure: null, quotation: null })
  await layla.call('POST /api/content/openings', {
    body: { ...body, content: 'It took nine days. Then four names went.' },
  })
  expect(writing.anthropic.asked[0]?.prompt).toContain('<opening>\nIt took nine days.\n</opening>')
})

test.each([
  ['no JSON', { text: 'I would rather not.' }, 'writer_failed'],
  ['nothing', { text: '' }, 'writer_empty'],
  ['a refusal', { refusal: 'No.' }, 'writer_refused'],
  ['half an answer', { cutAt: '{"moment": "The de' }, 'writer_cut'],
] as const)(
  'explains why there are no openings for a draft when the model answers with %s',
  async (_what, answer, code) => {
    writing.anthropic.answer = () => answer
    expect((await layla.ask('POST /api/content/openings', { body })).body).toMatchObject({ code })
  },
)

test('tells the model how earlier drafts open', async () => {
  writing.anthropic.answer = goodDraft
  const earlierOpenings = ['Approvals took nine days.']
  await layla.call('POST /api/content/generate', {
    body: { topic: 'Approvals', platform: ['linkedin'], earlierOpenings },
  })
  expect(writing.anthropic.asked[0]?.prompt).toContain('<openings>\nApprovals took nine days.\n</openings>')
})

test('writes a draft without a model on request', async () => {
  const { content } = await layla.call('POST /api/content/generate', {
    body: { topic: 'Approvals', platform: ['linkedin'], sourceContent: SOURCE, withoutModel: true },
  })
  expect(content).toMatchObject([{ source: 'offline', model: null }])
  expect(writing.anthropic.asked).toEqual([])
})
