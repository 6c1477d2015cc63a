import { describe, expect, test } from 'vitest'
import { PLATFORMS } from '../platforms/platform.ts'
import type { WritingTask } from './prompt.ts'
import { lengthOf } from './prompt.ts'
import { withLink, withoutLink } from './link-in-text.ts'
import { linkedContent, withSourceLink } from './source-link.ts'

const LINK = 'https://www.supplyreview.example/approvals/'
const TEXT = 'Approvals took nine days.\n\nThen four names went off the form.'

const task = (platform: WritingTask['platform'], address: string | null = LINK): WritingTask => ({
  platform,
  language: 'english',
  topic: 'Approvals',
  contentType: 'educational',
  tone: 'professional',
  source: { title: 'Approvals', text: 'Approvals took nine days.', address },
})

describe('link to the source', () => {
  test("adds the source's address to drafts for all networks except X and Instagram", () => {
    const linked = PLATFORMS.filter((platform) => withSourceLink(task(platform)).link === LINK)
    expect(linked).toEqual(PLATFORMS.filter((platform) => platform !== 'twitter' && platform !== 'instagram'))
  })

  test('adds no address for a source that has none', () => {
    expect(withSourceLink(task('linkedin', null)).link).toBeUndefined()
  })

  test("reserves space for the source's address in the length that the model gets", () => {
    const long = `https://supplyreview.example/${'a'.repeat(250)}`
    const [, to] = lengthOf(withSourceLink(task('threads', long)))
    expect(to + long.length).toBeLessThan(500)
  })

  test("appends the source's address as the last paragraph", () => {
    expect(withLink(`${TEXT}\n`, LINK)).toBe(`${TEXT}\n\n${LINK}`)
  })

  test.each([LINK, 'supplyreview.example/approvals', 'http://supplyreview.example/approvals?from=post'])(
    "does not repeat the source's address in a text that contains %s",
    (written) => {
      const text = `${TEXT} More: ${written}`
      expect(withLink(text, LINK)).toBe(text)
    },
  )

  test("removes the source's address from a text, but not from inside a sentence", () => {
    expect(withoutLink(withLink(TEXT, LINK), LINK)).toBe(TEXT)
    const inSentence = `${TEXT} More: ${LINK}`
    expect(withoutLink(inSentence, LINK)).toBe(inSentence)
  })

  test("omits the source's address if the text would become too long for the network", () => {
    const content = 'a'.repeat(480)
    expect(linkedContent({ platform: 'threads', link: LINK }, { content, hashtags: [] })).toBe(content)
    expect(linkedContent({ platform: 'linkedin', link: LINK }, { content, hashtags: [] })).toBe(`${content}\n\n${LINK}`)
  })
})
