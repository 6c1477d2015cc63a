import { planVideoCopy } from '#core/media/plan-video-copy.ts'
import type { Image } from '#core/media/contract.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { withMessages } from '../../lib/language.ts'
import { lazyModule } from '../../lib/lazy-module.ts'
import type { Media, ReadyPicture } from './media-state.ts'

const useMaker = lazyModule(() => withMessages(['video'], () => import('./copy-maker.tsx')))

/** Offers to convert the post's video if one of its networks refuses the video and would accept a converted copy. */
export function CopyOffer({
  platforms,
  refusedBy,
  media: { pictures },
  onReplace,
}: {
  /** All networks that get the video. */
  platforms: readonly Platform[]
  /** The networks that refuse the video. The offer to convert it is for them. */
  refusedBy: readonly Platform[]
  media: Pick<Media, 'pictures'>
  onReplace: (key: string, image: Image, by: Image, altText: string) => void
}) {
  const picture = pictures.find((one): one is ReadyPicture => one.state === 'ready' && one.image.video !== null)
  const video = picture?.image.video
  const plan = video ? planVideoCopy(platforms, video, picture.image.size) : null
  const isWanted = plan?.fixedFor.some((platform) => refusedBy.includes(platform)) ?? false
  // If the code fails to load, show no error: the user can still choose another file.
  const maker = useMaker(isWanted, () => {})
  if (!maker || !picture || !plan || !isWanted) return null
  return (
    <maker.CopyMaker
      key={picture.image.id}
      picture={picture}
      fixedFor={plan.fixedFor}
      platforms={platforms}
      onReplace={(image, by, altText) => onReplace(picture.key, image, by, altText)}
    />
  )
}
