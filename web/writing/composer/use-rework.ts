import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { GeneratedItem, Reworking, WritingEvent } from '#core/writing/contract.ts'
import { selectedVariant, type Card } from './draft.ts'
import { hasStatus, callStreaming } from '../../lib/api.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { toast } from '../../lib/toast.ts'
import { sourceParts } from '../sources/source.ts'
import { withSourceText } from '../sources/with-source-text.ts'
import type { TextRange } from '../editor/text-edits.ts'

const MAX_HASHTAGS = 30

export function useRework(onText: (text: string | null) => void) {
  const t = useTranslations('rework')
  const errorText = useErrorText()
  const [running, setRunning] = useState<Reworking | null>(null)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  function cancel() {
    abort.current?.abort()
    abort.current = null
    setRunning(null)
    onText(null)
  }

  /** Asks the model to change a text. Returns undefined if the user canceled, or after it reported an error. */
  async function rework(
    card: Card,
    how: Reworking,
    selected: TextRange | null,
    content: string,
    wish?: string,
  ): Promise<GeneratedItem | undefined> {
    if (abort.current) return undefined
    const request = new AbortController()
    abort.current = request
    setRunning(how)
    const { start, end } = selected ?? { start: 0, end: content.length }
    const inContext = (text: string) => content.slice(0, start) + text + content.slice(end)
    const source = card.writtenFrom?.source ?? null
    const body = {
      ...materialOf(card),
      how,
      content: content.slice(start, end),
      around: selected ? content : '',
      hashtags: selectedVariant(card).hashtags.slice(0, MAX_HASHTAGS),
      ...(wish && { wish }),
    }
    let partial = ''
    // A translation of the whole text becomes a separate draft, so do not show it in the field.
    const isApart = how === 'translate' && !selected
    onText(isApart ? null : content)
    try {
      const onEvent = (event: WritingEvent) => {
        if (event.type !== 'text' || request.signal.aborted || isApart) return
        partial = partial.slice(0, event.at) + event.text
        onText(inContext(partial))
      }
      const { content: item } = await withSourceText(source, () =>
        callStreaming('POST /api/content/rework', { body }, { signal: request.signal, onEvent }),
      )
      return request.signal.aborted ? undefined : { ...item, content: inContext(item.content) }
    } catch (error) {
      // Show no error for status 401, because the page already asks the user to sign in again.
      if (!request.signal.aborted && !hasStatus(error, 401))
        toast({ title: t('failed'), description: errorText(error), isDestructive: true })
      return undefined
    } finally {
      if (abort.current === request) cancel()
    }
  }

  return { running, rework, cancel }
}

/**
 * Returns what a request needs to change a draft: network, language, topic, facts and source. Send the request with
 * `withSourceText`.
 */
export function materialOf({ platform, language, writtenFrom }: Card) {
  const { topic = '', facts = '', source = null } = writtenFrom ?? {}
  const { contentSource: _, ...given } = sourceParts(source)
  return { platform, language, topic, facts, ...given }
}
