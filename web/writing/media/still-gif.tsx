import { useFormatter, useTranslations } from 'use-intl'
import { lookOf } from '#core/platforms/looks.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import { isolate } from '../../lib/isolate.ts'
import type { Media } from './media-state.ts'

/** Says which networks show only the first frame of an animated GIF. An animation is alone in its post. */
export function StillGif({ platforms, media: { pictures } }: { platforms: readonly Platform[]; media: Media }) {
  const t = useTranslations('cards')
  const format = useFormatter()
  const isAnimated = pictures.some((picture) => picture.state === 'ready' && picture.image.isAnimated)
  const still = platforms.filter((platform) => pictures.length > 1 || !lookOf(platform).showsAnimations)
  if (!isAnimated || still.length === 0) return null
  return (
    <p className="border-t-2 border-lily py-2.5 text-13">
      {t('stillGif', { networks: format.list(still.map((platform) => isolate(rulesOf(platform).name))) })}
    </p>
  )
}
