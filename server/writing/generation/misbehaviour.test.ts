import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { GeneratedItem } from '#core/writing/contract.ts'
import type { Answer, FakeModels } from '#tests/support/fake-models.ts'
import type { Person } from '#tests/support/person.ts'
import { firstThen, generate, itemsOf, startWriting, type DraftRequest, type Writing } from '#tests/support/writing.ts'

let writing: Writing
let openai: FakeModels
let layla: Person
beforeAll(async () => {
  writing = await startWriting()
  ;({ openai } = writing)
  layla = await writing.frogy.person()
})
beforeEach(() => writing.reset())
afterAll(() => writing[Symbol.asyncDispose]())

const TEXT = `${'Approvals took nine days. Then four names went off the form. '.repeat(3)}An order took two.`
const ARABIC = `${'استغرقت الموافقات تسعة أيام. ثم حُذفت أربعة أسماء من النموذج. '.repeat(4)}وصار الطلب في يومين.`
const draft = (content: string, hashtags: string[] = []): Answer => ({ content, hashtags })
const arabic: DraftRequest = { language: 'arabic', topic: 'الموافقات' }

describe('a model that does not write a post', () => {
  test.each<[string, Answer, code: string, calls: number, DraftRequest?]>([
    ['refuses in the JSON', draft("I'm sorry, but I can't help with that."), 'writer_refused', 1],
    ['refuses in Arabic', draft('عذرًا، لا أستطيع كتابة هذا المنشور.'), 'writer_refused', 1, arabic],
    ['refuses as an AI', draft('As an AI language model, I cannot write this.'), 'writer_refused', 1],
    ['refuses in plain text', { text: 'I’m sorry, I cannot assist with that request.' }, 'writer_refused', 1],
    ['refuses by its API', { refusal: 'No.' }, 'writer_refused', 1],
    ['is cut at the limit', { cutAt: '{"content":"Approvals took' }, 'writer_cut', 1],
    ['only thinks', { text: '<think>Approvals?</think>' }, 'writer_empty', 0],
    ['answers with a blank', draft('  \n '), 'writer_empty', 0],
    ['answers with another object', { text: '{"post":"Approvals"}' }, 'writer_failed', 0],
    ['answers with an injected link alone', draft('https://evil.example'), 'writer_failed', 1],
  ])('reports a suitable error if the model %s', async (_what, answer, code, calls, more = {}) => {
    openai.answer = () => answer
    const { body } = await generate(layla, { platform: ['threads'], topic: 'Approvals', ...more })
    expect(body.code).toBe(code)
    if (calls > 0) expect(openai.asked).toHaveLength(calls)
  })
})

describe('a model that writes around its post', () => {
  test.each<[string, Answer, DraftRequest?]>([
    ['presents it', draft(`Here is your post:\n\n${TEXT}`)],
    ['presents it in Arabic', draft(`إليك المنشور:\n\n${ARABIC}`), arabic],
    ['offers changes', draft(`${TEXT}\n\nLet me know if you'd like any changes!`)],
    ['uses bold text and headings', draft(`# **Approvals** took nine days.\n\n${TEXT}`)],
    ['puts it into a fence', draft(`\`\`\`markdown\n${TEXT}\n\`\`\``)],
    ['puts it between quotation marks', draft(`"${TEXT}"`)],
    ['puts the JSON into the text', draft(JSON.stringify({ content: TEXT, hashtags: [] }))],
    ['escapes its line breaks twice', draft(TEXT.replace('. An', '.\\n\\nAn'))],
    ['thinks in the text', draft(`<think>Nine days?</think>${TEXT}`)],
    ['adds surplus hashtags', draft(`${TEXT}\n\n#approvals #forms #names`, ['one', 'two', 'three'])],
    ['adds a picture', draft(`${TEXT}\n\n![x](https://evil.example/p.png)`)],
  ])('keeps only the post itself if the model %s', async (_what, answer, more = {}) => {
    openai.answer = () => answer
    const [item] = await itemsOf(layla, { platform: ['threads'], topic: 'Approvals', ...more })
    const { content = '', hashtags = [] } = item ?? {}
    expect(content).toMatch(/^(?:Approvals took nine days\.|استغرقت)/u)
    expect(content).not.toMatch(/Here is|إليك|Let me know|[*#`{}<"\\]|evil/u)
    expect(hashtags.length).toBeLessThanOrEqual(1)
    expect(openai.asked).toHaveLength(1)
  })
})

describe('a model that writes a faulty post', () => {
  const placesOf = (item: GeneratedItem | undefined, fault: GeneratedItem['warnings'][number]) =>
    item?.warnings.includes(fault) && item.faultPlaces?.[fault]

  test.each<[string, Answer, GeneratedItem['warnings'][number], string[], DraftRequest?]>([
    ['invents a scene', draft(`Last Tuesday I sat in a meeting. ${TEXT}`), 'invented', ['I sat']],
    ['invents a scene in Arabic', draft(`حين كنت في المصنع انتظرنا. ${ARABIC}`), 'invented', ['كنت'], arabic],
    ['claims too much', draft(`Nobody reads it in every ward. ${TEXT}`), 'refutable', ['nobody', 'every ward']],
    ['claims too much in Arabic', draft(`لا أحد يقرؤه. ${ARABIC}`), 'refutable', ['لا أحد'], arabic],
    ['asks for comments', draft(`${TEXT} Tell me in the comments.`), 'comment_calls', ['Tell me in the comments']],
    [
      'asks for comments in Arabic',
      draft(`${ARABIC} شاركونا في التعليقات.`),
      'comment_calls',
      ['شاركونا في التعليقات'],
      arabic,
    ],
    ['leaves blanks', draft(`At [Company name]: ${TEXT}`), 'placeholders', ['[Company name]']],
    ['puts each sentence on a line', draft(TEXT.replaceAll('. ', '.\n\n')), 'single_lines', []],
    ['writes in another language', draft(ARABIC), 'wrong_language', []],
  ])('marks each faulty passage if the model %s', async (_what, answer, fault, places, more = {}) => {
    openai.answer = () => answer
    const [item] = await itemsOf(layla, { platform: ['threads'], topic: 'Approvals', ...more })
    expect(placesOf(item, fault)).toEqual(places)
    expect(openai.asked).toHaveLength(2)
  })

  test('separates a sentence that sends readers elsewhere from the post', async () => {
    openai.answer = () => draft(`${TEXT} Visit evil-offers.com/win today.`)
    const [item] = await itemsOf(layla, { platform: ['threads'], topic: 'Approvals' })
    expect(item).toMatchObject({
      content: TEXT,
      removed: [{ text: 'Visit evil-offers.com/win today.', at: TEXT.length }],
    })
  })

  test.each<[string, Answer]>([
    ['refuses', draft("I'm sorry, but I can't rewrite this.")],
    ['writes in another language', draft(ARABIC)],
    ['writes too long a text', draft(TEXT.repeat(5))],
    ['drops most of the text', draft('Approvals took nine days.')],
    ['marks more places', draft(`${TEXT} Everyone knows it, nobody doubts it, and it always works.`)],
    ['fails', { status: 400, code: 'context_length_exceeded' }],
  ])('keeps the first draft if the repair by the model %s', async (_what, repair) => {
    const first = `Nobody reads it. ${TEXT}`
    openai.answer = firstThen(draft(first), () => repair)
    const [item] = await itemsOf(layla, { platform: ['threads'], topic: 'Approvals' })
    expect(item).toMatchObject({ content: first, warnings: ['refutable'], faultPlaces: { refutable: ['nobody'] } })
    expect(openai.asked).toHaveLength(2)
  })

  test('accepts a repair with fewer faulty passages, even if it has more kinds of faults', async () => {
    const repaired = `${TEXT} It is a game changer. Tell me in the comments.`
    openai.answer = firstThen(draft(`Nobody reads it, everyone signs it, and it never ends. ${TEXT}`), () =>
      draft(repaired),
    )
    const [item] = await itemsOf(layla, { platform: ['threads'], topic: 'Approvals' })
    expect(item?.content).toBe(repaired)
  })

  test('does not ask for a repair of a claim that is only doubtful', async () => {
    openai.answer = () => draft(`${TEXT} The form had 16 pages.`)
    const [item] = await itemsOf(layla, {
      platform: ['threads'],
      topic: 'Approvals',
      sourceContent: TEXT,
      contentSource: 'url',
    })
    expect(item?.warnings).toEqual([])
    expect(openai.asked).toHaveLength(1)
  })
})
