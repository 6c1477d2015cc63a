import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import type { BasicRequest, GeneratedItem, KeptItem, WritingEvent } from '#core/writing/contract.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { ApiError, callTold } from '../../lib/api.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { toast } from '../../lib/toast.ts'
import { languageOfRegion, type Choices } from '../professional/choices.ts'
import { professionalSource, sourceParts, type Source } from '../sources/source.ts'
import type { ComposerAction } from './composer-state.ts'
import type { Input } from './piece.ts'
import { draftKey, forgetText, forgetTexts, goOn, textsSoFar } from './text-so-far.ts'

/** The second call follows the first, so that both do not reach the writers in the same instant. */
const OTHERS_DELAY_MS = 1_000

/** What drafts are asked for with. */
export type Brief = Pick<Input, 'topic' | 'contentType' | 'tone' | 'language' | 'platforms'> & {
  source: Source | null
  /** For the Professional generator: everything that it asks, the person's facts, and the drafts to write anew. */
  professional?: { choices: Choices; facts: string; replaces: string[] }
  /** The card that is written anew; without one, they take the place of the drafts that there are. */
  onto?: string
}

type Replaces = { generation: string; asked: { platform: Platform; language: 'english' | 'arabic' }[] }

/** What was asked for and did not come, with why, where that was said; `replaces` makes the rest of the same piece of it. */
export type Unwritten = { brief: Brief; replaces: Replaces; message: string | null }

export type Writing = { platforms: readonly Platform[]; language: Input['language']; startedAt: number }

/**
 * Has drafts written: LinkedIn first, the others a second later, each shown as it arrives.
 * @param saveNow keeps the desk in this browser
 */
export function useGeneration(dispatch: (action: ComposerAction) => void, saveNow: () => void) {
  const t = useTranslations('composer')
  const errorText = useErrorText()
  const [writing, setWriting] = useState<Writing | null>(null)
  const [unwritten, setUnwritten] = useState<Unwritten | null>(null)
  const running = useRef<AbortController | null>(null)
  /** Takes what is written by now as drafts. */
  const keep = useRef<() => boolean>(() => false)
  useEffect(() => () => running.current?.abort(), [])

  /** @param rest of a piece whose other drafts are there already */
  async function generate(brief: Brief, rest?: Replaces): Promise<void> {
    if (running.current || brief.platforms.length === 0) return
    setUnwritten(null)
    const abort = new AbortController()
    running.current = abort
    const { signal } = abort

    const { topic, source, professional } = brief
    const { contentType, tone } = professional
      ? { contentType: professional.choices.contentIntent, tone: professional.choices.voiceTone }
      : brief
    const language = professional ? languageOfRegion(professional.choices.languageRegion) : brief.language
    const facts = professional?.facts.trim() ?? ''
    setWriting({ platforms: brief.platforms, language, startedAt: Date.now() })
    const others = brief.platforms.filter((platform) => platform !== 'linkedin')
    const hasLinkedin = others.length < brief.platforms.length
    const request = (platform: Platform[]): BasicRequest => ({
      topic,
      contentType: brief.contentType,
      tone: brief.tone,
      language: brief.language,
      platform,
      ...sourceParts(source),
    })
    const languages = language === 'both' ? (['english', 'arabic'] as const) : [language ?? 'english']
    const asked = brief.platforms.flatMap((platform) => languages.map((language) => ({ platform, language })))
    const replaces = rest ?? (brief.onto ? undefined : { generation: crypto.randomUUID(), asked })
    const writtenFrom = { source, topic, ...(facts && { facts }) }
    const done = new Set<Platform>()
    const left = new Set(asked.map(draftKey))
    const take = async (written: readonly (GeneratedItem & Partial<Pick<KeptItem, 'postId' | 'revision'>>)[]) => {
      // One that was told of alone stands in the answer, too.
      const news = written.filter((item) => left.delete(draftKey(item)))
      const items = await Promise.all(news.map(async (item) => ({ ...item, content: await textToFill(item) })))
      if (signal.aborted && running.current === abort) return
      put(items)
    }
    const put = (items: readonly (GeneratedItem & Partial<Pick<KeptItem, 'postId' | 'revision'>>)[]) => {
      if (items.length === 0) return
      for (const { platform } of items) done.add(platform)
      dispatch({
        type: 'written',
        items: items.map(({ postId, revision, ...item }) => ({
          ...item,
          id: crypto.randomUUID(),
          ...(postId && revision && { kept: { postId, revision } }),
        })),
        contentType,
        tone,
        writtenFrom,
        ...(professional && { choices: professional.choices }),
        ...(replaces && { replaces }),
        ...(brief.onto && { onto: brief.onto }),
      })
      for (const item of items) forgetText(item)
      const isAwaited = (platform: Platform) => [...left].some((key) => key.startsWith(`${platform} `))
      setWriting((now) => now && { ...now, platforms: now.platforms.filter(isAwaited) })
    }
    /** Of Professional: those that are done, until the answer comes and names the draft that each is kept as. */
    const ready = new Map<string, GeneratedItem>()
    keep.current = () => {
      const begun = textsSoFar()
        .filter((text) => left.delete(draftKey(text)))
        .map((text) => ({ ...text, characterCount: text.content.length, hashtags: [], warnings: [] }))
      put(begun.map((item) => ready.get(draftKey(item)) ?? item))
      return begun.length > 0
    }
    const onEvent = (event: WritingEvent) => {
      if (signal.aborted) return
      if (event.type === 'text') return goOn(event)
      const { item } = event
      if (!professional) return void take([item])
      ready.set(draftKey(item), item)
      // As it is after its repair.
      goOn({ ...item, type: 'text', at: 0, text: item.content })
    }
    let isSignedOut = false
    /** The answer broke off: by the network, or since the page is left. */
    let isCut = false
    let message: string | null = null
    const tell = (title: string) => (error: unknown) => {
      // Whoever is signed out is told so already, above the page.
      isSignedOut ||= error instanceof ApiError && error.status === 401
      isCut ||= error instanceof ApiError && error.isOutcomeUnknown
      if (signal.aborted || isSignedOut) return
      message = errorText(error)
      const description = professional ? t('professionalError', { message }) : message
      // Where something of it is kept, no place on the desk says why there is no more.
      const isTold = replaces !== undefined && !(isCut && textsSoFar().length > 0)
      toast({ title, description, isTold, isDestructive: true })
    }

    /** What was written beside drafts that failed, which say why. */
    const takeBeside = (written: Parameters<typeof take>[0], missing: readonly { message: string }[] = []) => {
      message ??= missing[0]?.message ?? null
      return take(written)
    }

    if (professional) {
      const variables = {
        contentFocus: topic,
        ...professional.choices,
        ...professionalSource(source),
        supportingFacts: facts,
      }
      const { replaces: drafts } = professional
      const body = { variables, platforms: brief.platforms, saveAsDraft: true, replaces: drafts }
      await callTold('POST /api/generate/v2', { body }, { signal, onEvent })
        // Anything else than a list is none.
        .then(({ content, unwritten: missing }) => takeBeside(Array.isArray(content) ? content : [], missing))
        .catch(tell(t('professionalFailed')))
    } else {
      await Promise.all([
        hasLinkedin &&
          callTold('POST /api/content/generate-linkedin', { body: request(['linkedin']) }, { signal, onEvent })
            .then(({ content, others: more, unwritten: missing }) => takeBeside([content, ...more], missing))
            .catch(tell(t('linkedinFailed'))),
        others.length > 0 &&
          pause(hasLinkedin ? OTHERS_DELAY_MS : 0, signal)
            .then(() => callTold('POST /api/content/generate-others', { body: request(others) }, { signal, onEvent }))
            .then(({ content, unwritten: missing }) => takeBeside(content, missing))
            .catch(tell(t('othersFailed'))),
      ])
    }
    if (running.current === abort) running.current = null
    if (signal.aborted) return
    if (isCut) {
      // At once: whoever reloads in the middle finds what they have read.
      flushSync(() => void keep.current())
      saveNow()
    }
    forgetTexts()
    setWriting(null)
    const platforms = brief.platforms.filter((platform) => !done.has(platform))
    if (replaces && platforms.length > 0 && !isSignedOut)
      setUnwritten({ brief: { ...brief, platforms }, replaces, message })
    // One notice at a time: that an answer broke off is the one to be read.
    if (done.size > 0 && !isCut) {
      toast({
        title: t('generated'),
        description: t('generatedText', { done: done.size, asked: brief.platforms.length }),
      })
    }
  }

  function cancel(): void {
    running.current?.abort()
    running.current = null
    const isKept = keep.current()
    forgetTexts()
    setWriting(null)
    toast({ title: t('writing.cancelled'), ...(isKept && { description: t('writing.kept') }) })
  }

  return { writing, unwritten, generate, cancel }
}

/** An outline with its places in it, any other draft as it is. */
async function textToFill({ content, outline, language }: GeneratedItem): Promise<string> {
  if (!outline) return content
  const { withPlaces } = await import('../outline/outline.tsx')
  return withPlaces(
    content,
    outline.map(({ role }) => role),
    language,
  )
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new DOMException('Cancelled', 'AbortError'))
    })
  })
}
