import { writeOffline } from '#core/generation/offline-writer.ts'
import type { Writer } from './writer.ts'

/** Needs no key and no network: arranges what is there by rules, and is named as what it is. */
export function offlineWriter(): Writer {
  // Another press of the button gives another arrangement.
  let variant = 0
  return {
    name: 'offline',
    model: null,
    write: async ({ topic, source, platform, language, contentType, tone }) =>
      writeOffline({
        topic,
        ...(source && { source: { text: source.text, ...(source.title && { title: source.title }) } }),
        platform,
        language,
        contentType,
        tone,
        variant: variant++,
      }),
  }
}
