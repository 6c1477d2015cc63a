import { useSyncExternalStore } from 'react'
import type { GeneratedItem, WritingEvent } from '#core/writing/contract.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { createListeners } from '../../lib/store.ts'

type PartialText = Pick<GeneratedItem, 'platform' | 'language' | 'source' | 'model'> & { content: string }
type TextEvent = Extract<WritingEvent, { type: 'text' }>

const texts = new Map<string, PartialText>()
const { subscribe, notify } = createListeners()

export const draftKey = ({ platform, language }: Pick<GeneratedItem, 'platform' | 'language'>): string =>
  `${platform} ${language}`

/** Adds streamed text to a draft. The texts live outside React, so that frequent updates render only this draft. */
export function appendText({ at, text, platform, language, source, model }: TextEvent): void {
  const key = draftKey({ platform, language })
  const content = (texts.get(key)?.content ?? '').slice(0, at) + text
  texts.set(key, { platform, language, source, model, content })
  notify()
}

export function clearPartialText(of: Pick<GeneratedItem, 'platform' | 'language'>): void {
  if (texts.delete(draftKey(of))) notify()
}

export const partialTexts = (): PartialText[] => [...texts.values()]

export function clearPartialTexts(): void {
  texts.clear()
  notify()
}

export function usePartialText(platform: Platform): PartialText | undefined {
  return useSyncExternalStore(subscribe, () => texts.get(`${platform} english`) ?? texts.get(`${platform} arabic`))
}
