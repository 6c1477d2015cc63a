import { useSyncExternalStore } from 'react'
import type { GeneratedItem, WritingEvent } from '#core/writing/contract.ts'
import type { Platform } from '#core/platforms/platform.ts'

/** The text of a draft written so far. */
export type TextSoFar = Pick<GeneratedItem, 'platform' | 'language' | 'source' | 'model'> & { content: string }
type Told = Extract<WritingEvent, { type: 'text' }>

const texts = new Map<string, TextSoFar>()
const listeners = new Set<() => void>()

export const draftKey = ({ platform, language }: Pick<GeneratedItem, 'platform' | 'language'>): string =>
  `${platform} ${language}`

function tell(): void {
  for (const listener of listeners) listener()
}

/** Events arrive many times a second. An external store renders only the affected draft. */
export function goOn({ at, text, platform, language, source, model }: Told): void {
  const key = draftKey({ platform, language })
  const content = (texts.get(key)?.content ?? '').slice(0, at) + text
  texts.set(key, { platform, language, source, model, content })
  tell()
}

/** Called once it is a draft or generation ended. */
export function forgetText(of: Pick<GeneratedItem, 'platform' | 'language'>): void {
  if (texts.delete(draftKey(of))) tell()
}

export const textsSoFar = (): TextSoFar[] => [...texts.values()]

export function forgetTexts(): void {
  texts.clear()
  tell()
}

/** The partial text for a network, in whichever language comes first. */
export function useTextSoFar(platform: Platform): TextSoFar | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => texts.get(`${platform} english`) ?? texts.get(`${platform} arabic`),
  )
}
