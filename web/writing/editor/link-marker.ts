import type { Platform } from '#core/platforms/platform.ts'
import { withLinkParameters } from '#core/posts/link-parameters.ts'
import { queryClient, reading } from '../../lib/queries.ts'
import { patchBetween } from './text-edits.ts'
import type { TextField } from './text-field.ts'

/** Adds the author's UTM parameters to the links in a field. */
export type LinkMarker = (field: TextField, platform: Platform) => void

/**
 * Loads the author's UTM parameters, and returns a function that adds them. The server also adds them when it saves a
 * text.
 */
export async function loadLinkMarker(): Promise<LinkMarker> {
  const { networks } = await queryClient.ensureQueryData(reading('GET /api/link-parameters'))
  return (field, platform) => {
    // Do not change a text that is being composed or sent.
    if (field.isComposing || !field.root.isContentEditable) return
    const marked = withLinkParameters(field.text, networks[platform])
    if (marked === field.text) return
    const { at, removed, inserted } = patchBetween(field.text, marked)
    field.replace({ start: at, end: at + removed.length }, inserted)
  }
}
