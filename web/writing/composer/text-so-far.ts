import { useSyncExternalStore } from 'react'
import type { GeneratedItem, WritingEvent } from '#core/writing/contract.ts'
import type { Platform } from '#core/platforms/platform.ts'

/** What is written of a draft by now. */
export type TextSoFar = Pick<GeneratedItem, 'platform' | 'language' | 'source' | 'model'> & { content: string }
type Told = Extract<WritingEvent, { type: 'text' }>

const texts = new Map<string, TextSoFar>()
const listeners = new Set<() => void>()

export const draftKey = ({ platform, language }: Pick<GeneratedItem, 'platform' | 'language'>): string =>
  `${platform} ${language}`

function tell(): void {
  for (const listener of listeners) listener()
}

/** It comes many times a second, and only its own place on the desk is drawn anew. */
export function goOn({ at, text, platform, language, source, model }: Told): void {
  const key = draftKey({ platform, language })
  const content = (texts.get(key)?.content ?? '').slice(0, at) + text
  texts.set(key, { platform, language, source, model, content })
  tell()
}

/** Once it is a draft, or nobody waits for it any more. */
export function forgetText(of: Pick<GeneratedItem, 'platform' | 'language'>): void {
  if (texts.delete(draftKey(of))) tell()
}

export const textsSoFar = (): TextSoFar[] => [...texts.values()]

export function forgetTexts(): void {
  texts.clear()
  tell()
}

/** What is written for a network by now, of the language that comes first. */
export function useTextSoFar(platform: Platform): TextSoFar | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => texts.get(`${platform} english`) ?? texts.get(`${platform} arabic`),
  )
}
