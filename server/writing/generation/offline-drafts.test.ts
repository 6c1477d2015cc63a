import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { itemsOf } from '#tests/support/writing.ts'

function parserProcesses(): string[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').split(' ')
  return children.filter((pid) => pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('parser-process'))
}

describe('offline drafts', () => {
  let offline: Frogy
  beforeAll(async () => {
    offline = await startFrogy()
  })
  afterAll(() => offline[Symbol.asyncDispose]())

  test('writes drafts without a model and labels them as offline', async () => {
    const omar = await offline.person()
    const items = await itemsOf(omar, {
      platform: ['linkedin', 'twitter', 'facebook', 'instagram', 'threads'],
      language: 'both',
    })
    expect(items).toHaveLength(10)
    for (const { source, model, content, hashtags, warnings } of items) {
      expect({ source, model, warnings }).toEqual({ source: 'offline', model: null, warnings: [] })
      expect(content).not.toBe('')
      for (const tag of hashtags) expect(tag).toMatch(/^#[^#\s]+$/)
    }
    expect(await omar.call('GET /api/ai/status', {})).toEqual({
      openai: { connected: false, configured: false, model: null },
      anthropic: { connected: false, configured: false, model: null },
      fallback: 'offline',
    })
  })

  test('writes drafts without a model in a parser process', async () => {
    const before = parserProcesses()
    await using own = await startFrogy({}, { ownParsers: true })
    const omar = await own.person()
    expect(parserProcesses()).toEqual(before)
    await itemsOf(omar, { sourceContent: 'Approvals took nine days, and nobody could say why they did so.' })
    expect(parserProcesses().length).toBe(before.length + 1)
  })

  test('writes bilingual drafts for all networks without a model from 149 KB of unique words', async () => {
    const words = Array.from({ length: 17_000 }, (_, n) => `w${n.toString(36)}ord${n % 12 === 0 ? '.' : ''}`)
    const items = await itemsOf(await offline.person(), {
      platform: ['linkedin', 'twitter', 'facebook', 'instagram', 'threads'],
      language: 'both',
      sourceContent: words.join(' '),
    })
    expect(items).toHaveLength(10)
    expect(items.filter(({ warnings }) => warnings.length > 0)).toEqual([])
  })

  test("handles a user's repeated requests one at a time, and varies the wording", async () => {
    const omar = await offline.person()
    const presses = await Promise.all([1, 2, 3, 4, 5].map(() => itemsOf(omar)))
    expect(presses.map((items) => items.length)).toEqual([2, 2, 2, 2, 2])
    // The wording must vary between repetitions.
    expect(new Set(presses.map(([item]) => item?.content)).size).toBeGreaterThan(1)
  })

  test('uses facts from the source in a draft when no AI model is configured', async () => {
    const omar = await offline.person()
    const sourceContent =
      'Najd Logistics cut its delivery times by 38 percent in 2024. The company opened six depots in Riyadh. Drivers choose their own routes since March.'
    const [item] = await itemsOf(omar, {
      platform: ['linkedin'],
      contentSource: 'url',
      sourceContent,
      sourceMetadata: { title: 'Faster in Riyadh', url: 'https://example.com/a', wordCount: 24 },
    })
    expect(item?.content).toContain('38 percent')
  })

  test("ends drafts with a long article's address when Frogy writes them without a model", async () => {
    const omar = await offline.person()
    const sentence = (n: number) => `Depot number ${n} in Riyadh cut its delivery times by ${20 + n} percent in 2024.`
    const url = `https://example.com/${'depots-'.repeat(12)}2024`
    const items = await itemsOf(omar, {
      platform: ['linkedin', 'threads'],
      contentSource: 'url',
      sourceContent: Array.from({ length: 30 }, (_, n) => sentence(n)).join(' '),
      sourceMetadata: { title: 'Faster in Riyadh', url },
      withLink: true,
    })
    expect(items).toHaveLength(2)
    for (const { content, platform, characterCount } of items) {
      expect(content).toContain(url)
      if (platform === 'threads') expect(characterCount).toBeLessThanOrEqual(500)
    }
  })
})
