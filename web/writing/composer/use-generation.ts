import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import type { BasicRequest, GeneratedItem, KeptItem, WritingEvent } from '#core/writing/contract.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { ApiError, hasStatus, callStreaming } from '../../lib/api.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { toast } from '../../lib/toast.ts'
import { languageOfRegion, type Choices } from '../professional/choices.ts'
import { professionalSource, sourceParts, type Source } from '../sources/source.ts'
import { withSourceText } from '../sources/with-source-text.ts'
import type { ComposerAction } from './composer-state.ts'
import { isAnsweredOnce, type Answers, type Input } from './composer-model.ts'
import { draftKey, clearPartialText, clearPartialTexts, appendText, partialTexts } from './partial-text.ts'

/** Delay before the second request, so that the AI provider does not receive both at the same time. */
const OTHERS_DELAY_MS = 1_000

type Brief = Pick<
  Input,
  'topic' | 'contentType' | 'tone' | 'language' | 'platforms' | 'facts' | 'wish' | 'withLink'
> & {
  source: Source | null
  professional?: { choices: Choices; replaces: string[] }
  onto?: string
  answers?: Answers
  /** First lines of earlier texts, which the new draft must not repeat. */
  earlierOpenings?: string[]
  withoutModel?: true
}

type Replaces = { generation: string; asked: { platform: Platform; language: 'english' | 'arabic' }[] }

export type FailedGeneration = { brief: Brief; replaces: Replaces; message: string | null }

export type Writing = {
  platforms: readonly Platform[]
  language: Input['language']
  startedAt: number
  /** The id of the draft to rewrite. Undefined if the request generates new drafts. */
  onto: string | undefined
}

/** Generates drafts: for LinkedIn first, for the other networks a second later. Shows each draft as it arrives. */
export function useGeneration(dispatch: (action: ComposerAction) => void, saveNow: () => void) {
  const t = useTranslations('composer')
  const errorText = useErrorText()
  const [writing, setWriting] = useState<Writing | null>(null)
  const [failedGeneration, setFailedGeneration] = useState<FailedGeneration | null>(null)
  const running = useRef<AbortController | null>(null)
  const keepPartialTexts = useRef<() => boolean>(() => false)
  useEffect(() => () => running.current?.abort(), [])

  async function generate(brief: Brief, rest?: Replaces): Promise<void> {
    if (running.current || brief.platforms.length === 0) return
    setFailedGeneration(null)
    const abort = new AbortController()
    running.current = abort
    const { signal } = abort

    const { topic, source, professional } = brief
    const { contentType, tone } = professional
      ? { contentType: professional.choices.contentIntent, tone: professional.choices.voiceTone }
      : brief
    const language = professional ? languageOfRegion(professional.choices.languageRegion) : brief.language
    const [facts, wish] = [brief.facts.trim(), brief.wish.trim()]
    const more = { ...(wish && { wish }), ...(source?.url && { withLink: brief.withLink }) }
    setWriting({ platforms: brief.platforms, language, startedAt: Date.now(), onto: brief.onto })
    const others = brief.platforms.filter((platform) => platform !== 'linkedin')
    const hasLinkedin = others.length < brief.platforms.length
    const again = {
      ...(brief.earlierOpenings?.length && { earlierOpenings: brief.earlierOpenings }),
      ...(brief.withoutModel && { withoutModel: brief.withoutModel }),
    }
    const request = (platform: Platform[]): BasicRequest => ({
      ...again,
      topic,
      contentType: brief.contentType,
      tone: brief.tone,
      language: brief.language,
      platform,
      ...sourceParts(source),
      ...(facts && { facts }),
      ...more,
    })
    const languages = language === 'both' ? (['english', 'arabic'] as const) : [language ?? 'english']
    const asked = brief.platforms.flatMap((platform) => languages.map((language) => ({ platform, language })))
    const replaces = rest ?? (brief.onto ? undefined : { generation: crypto.randomUUID(), asked })
    const writtenFrom = { source, topic, ...(facts && { facts }), ...(wish && { wish }) }
    const writtenByModel = { ...writtenFrom, isByModel: true as const }
    const done = new Set<Platform>()
    const pendingKeys = new Set(asked.map(draftKey))
    const addItems = async (written: readonly (GeneratedItem & Partial<Pick<KeptItem, 'postId' | 'revision'>>)[]) => {
      // Skip drafts that have already arrived as events, because the response contains all of them.
      const news = written.filter((item) => pendingKeys.delete(draftKey(item)))
      const items = await Promise.all(
        news.map(async (item) => {
          if (!isAnsweredOnce(item)) return { ...item, content: await textToFill(item) }
          if (replaces) return item
          const { asAnswered } = await import('./answers.ts')
          return asAnswered(item, brief.answers ?? {})
        }),
      )
      if (signal.aborted && running.current === abort) return
      addDrafts(items)
    }
    const addDrafts = (items: readonly (GeneratedItem & Partial<Pick<KeptItem, 'postId' | 'revision'>>)[]) => {
      if (items.length === 0) return
      for (const { platform } of items) done.add(platform)
      const isByModel = items.some((item) => item.source !== 'offline')
      const from = isByModel ? writtenByModel : writtenFrom
      const given = { contentType, tone, writtenFrom: from, ...(professional && { choices: professional.choices }) }
      const asWritten = items.map(({ postId, revision, ...item }) => ({
        ...item,
        id: crypto.randomUUID(),
        ...(postId && revision && { kept: { postId, revision } }),
      }))
      const outlined = replaces ? asWritten.filter(isAnsweredOnce) : []
      const written = asWritten.filter((item) => !outlined.includes(item))
      if (replaces && outlined.length > 0) dispatch({ type: 'outlined', items: outlined, replaces, ...given })
      if (written.length > 0)
        dispatch({
          type: 'written',
          items: written,
          ...given,
          ...(replaces && { replaces }),
          ...(brief.onto && { onto: brief.onto }),
        })
      for (const item of items) clearPartialText(item)
      const isPending = (platform: Platform) => [...pendingKeys].some((key) => key.startsWith(`${platform} `))
      setWriting((now) => now && { ...now, platforms: now.platforms.filter(isPending) })
    }
    const ready = new Map<string, GeneratedItem>()
    keepPartialTexts.current = () => {
      const begun = partialTexts()
        .filter((text) => pendingKeys.delete(draftKey(text)))
        .map((text) => ({ ...text, characterCount: text.content.length, hashtags: [], warnings: [] }))
      addDrafts(begun.map((item) => ready.get(draftKey(item)) ?? item))
      return begun.length > 0
    }
    const onEvent = (event: WritingEvent) => {
      if (signal.aborted) return
      if (event.type === 'text') return appendText(event)
      const { item } = event
      if (!professional) return void addItems([item])
      ready.set(draftKey(item), item)
      appendText({ ...item, type: 'text', at: 0, text: item.content })
    }
    let isSignedOut = false
    /** Whether the connection broke or the user left the page, so that the result is unknown. */
    let isCut = false
    let message: string | null = null
    const reportError = (title: string) => (error: unknown) => {
      // Show no error for status 401, because the page already asks the user to sign in again.
      isSignedOut ||= hasStatus(error, 401)
      isCut ||= error instanceof ApiError && error.isOutcomeUnknown
      if (signal.aborted || isSignedOut) return
      message = errorText(error)
      const description = professional ? t('professionalError', { message }) : message
      // If the page already shows the error, announce the toast only to screen readers.
      const isSpokenOnly = replaces !== undefined && !(isCut && partialTexts().length > 0)
      toast({ title, description, isSpokenOnly, isDestructive: true })
    }

    const addSucceeded = (written: Parameters<typeof addItems>[0], missing: readonly { message: string }[] = []) => {
      message ??= missing[0]?.message ?? null
      return addItems(written)
    }

    if (professional) {
      const variables = {
        contentFocus: topic,
        ...professional.choices,
        ...professionalSource(source),
        supportingFacts: facts,
        ...more,
      }
      const { replaces: drafts } = professional
      const body = { variables, platforms: brief.platforms, saveAsDraft: true, replaces: drafts, ...again }
      await withSourceText(source, () => callStreaming('POST /api/generate/v2', { body }, { signal, onEvent }))
        // Treat an invalid response like an empty one.
        .then(({ content, unwritten: missing }) => addSucceeded(Array.isArray(content) ? content : [], missing))
        .catch(reportError(t('professionalFailed')))
    } else {
      await Promise.all([
        hasLinkedin &&
          withSourceText(source, () =>
            callStreaming('POST /api/content/generate-linkedin', { body: request(['linkedin']) }, { signal, onEvent }),
          )
            .then(({ content, others: more, unwritten: missing }) => addSucceeded([content, ...more], missing))
            .catch(reportError(t('linkedinFailed'))),
        others.length > 0 &&
          pause(hasLinkedin ? OTHERS_DELAY_MS : 0, signal)
            .then(() =>
              withSourceText(source, () =>
                callStreaming('POST /api/content/generate-others', { body: request(others) }, { signal, onEvent }),
              ),
            )
            .then(({ content, unwritten: missing }) => addSucceeded(content, missing))
            .catch(reportError(t('othersFailed'))),
      ])
    }
    if (running.current === abort) running.current = null
    if (signal.aborted) return
    if (isCut) {
      // Render the partial texts as drafts before saving, so that a reload keeps them.
      flushSync(() => void keepPartialTexts.current())
      saveNow()
    }
    clearPartialTexts()
    setWriting(null)
    const platforms = brief.platforms.filter((platform) => !done.has(platform))
    if (replaces && platforms.length > 0 && !isSignedOut)
      setFailedGeneration({ brief: { ...brief, platforms }, replaces, message })
    // Show no success toast if the connection broke. Only one toast fits, and the error matters more.
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
    const isKept = keepPartialTexts.current()
    clearPartialTexts()
    setWriting(null)
    toast({ title: t('writing.cancelled'), ...(isKept && { description: t('writing.kept') }) })
  }

  return { writing, failedGeneration, generate, cancel }
}

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
