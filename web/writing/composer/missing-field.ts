import { findUploadProblem, type Media } from '../media/media-state.ts'
import { contentOf, openTargets, type Card } from './draft.ts'

type MissingField = 'noContent' | 'noPlatforms' | 'sendingPicture' | 'failedPicture'

/** Returns the first missing part that a draft needs for sending. Other code checks the limits of networks. */
export function findMissingField(card: Card, media: Media): MissingField | null {
  if (contentOf(card).trim() === '') return 'noContent'
  if (openTargets(card).length === 0) return 'noPlatforms'
  const picture = findUploadProblem(media)
  return picture && `${picture}Picture`
}
