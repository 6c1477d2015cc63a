import { unfinished, type Media } from '../media/media-state.ts'
import { contentOf, openTargets, type Card } from './draft.ts'

export type Lacking = 'noContent' | 'noPlatforms' | 'sendingPicture' | 'failedPicture'

/** The first thing a draft needs before it can be sent. Network limits are reported separately. */
export function lacking(card: Card, media: Media): Lacking | null {
  if (contentOf(card).trim() === '') return 'noContent'
  if (openTargets(card).length === 0) return 'noPlatforms'
  const picture = unfinished(media)
  return picture && `${picture}Picture`
}
