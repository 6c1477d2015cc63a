import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { GeneratedItem } from '#core/writing/contract.ts'
import { withPlaces } from '#core/writing/outline.ts'
import { languageOf } from '#core/words.ts'
import { ApiError, call } from '../../lib/api.ts'
import { messageOfError, type StoredMessage } from '../../lib/error-message.ts'
import {
  newGuestDrafts,
  readGuestDrafts,
  saveGuestDrafts,
  type GuestDraft,
  type GuestDrafts,
} from '../../lib/guest-drafts.ts'
import { toast } from '../../lib/toast.ts'
import { withSameEdit } from './shared-answers.ts'

export type Failure = { isLimit: boolean; said: StoredMessage }

/** The drafts of a visitor. The server writes them, and this browser stores them. */
export function useGuestDrafts(interfaceLanguage: 'en' | 'ar') {
  const t = useTranslations('try')
  const [drafts, setDrafts] = useState(readGuestDrafts)
  const [about, setAbout] = useState(() => textInAddress() ?? drafts?.about ?? '')
  const [isWriting, setIsWriting] = useState(() => textInAddress() !== null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const running = useRef<AbortController | null>(null)

  function keep(next: GuestDrafts): void {
    setDrafts(next)
    saveGuestDrafts(next)
  }

  async function write(text: string): Promise<boolean> {
    running.current?.abort()
    const abort = new AbortController()
    running.current = abort
    setAbout(text)
    setFailure(null)
    setIsWriting(true)
    try {
      const { content, topic, source } = await call(
        'POST /api/guest/drafts',
        { body: { about: text } },
        { signal: abort.signal },
      )
      const language = languageOf(source?.content.slice(0, 2_000) ?? topic) ?? LANGUAGE_OF[interfaceLanguage]
      const before = drafts
      keep(
        newGuestDrafts({
          about: text,
          topic,
          language,
          source: source && { ...source, id: crypto.randomUUID() },
          items: content.map(draftOf),
        }),
      )
      if (before?.items.some(({ isEdited }) => isEdited))
        toast({ title: t('replaced'), action: { label: t('undo'), run: () => keep(before) } })
      return true
    } catch (error) {
      const isLimit = error instanceof ApiError && error.code === 'too_many_requests'
      if (!abort.signal.aborted) setFailure({ isLimit, said: messageOfError(error) })
      return false
    } finally {
      if (running.current === abort) setIsWriting(false)
    }
  }

  const begin = useEffectEvent(async () => {
    const text = textInAddress()
    if (text === null) return
    history.replaceState(history.state, '', location.pathname + location.search)
    await write(text)
  })
  useEffect(() => {
    // Begin in a separate task, because an effect must not set React state directly.
    const timer = setTimeout(() => void begin())
    return () => clearTimeout(timer)
  }, [])

  const change = (item: GuestDraft, change: Partial<GuestDraft>) =>
    drafts && keep({ ...drafts, items: drafts.items.map((one) => (one === item ? { ...item, ...change } : one)) })

  /** Stores an answer in the outline of a draft, and in the same place of the drafts in its language. */
  const answer = (item: GuestDraft, content: string) =>
    drafts &&
    keep({
      ...drafts,
      items: drafts.items.map((one) =>
        one === item
          ? { ...one, content, isEdited: true }
          : one.language === item.language
            ? { ...one, content: withSameEdit(item.content, content, one.content) }
            : one,
      ),
    })

  return { drafts, about, isWriting, failure, setAbout, write, keep, change, answer }
}

const LANGUAGE_OF = { en: 'english', ar: 'arabic' } as const

function draftOf(item: GeneratedItem): GuestDraft {
  const { outline, content, language } = item
  const roles = outline?.map(({ role }) => role)
  return { ...item, content: roles ? withPlaces(content, roles, language) : content, keptClaims: [], isEdited: false }
}

/** Returns the visitor's input, which the landing page passes in the fragment of the address. */
function textInAddress(): string | null {
  try {
    return decodeURIComponent(location.hash.slice(1)).trim() || null
  } catch {
    return null
  }
}
