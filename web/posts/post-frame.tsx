import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Image } from '#core/media/contract.ts'
import { lookOf } from '#core/platforms/looks.ts'
import type { PlatformLook } from '#core/platforms/platform-rules.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import type { Direction } from '#core/posts/text-direction.ts'
import { classNames } from '../lib/class-names.ts'
import { withMessages } from '../lib/language.ts'
import { lazyModule } from '../lib/lazy-module.ts'
import { Ellipsis, Globe, Image as ImageIcon } from '../ui/icons.ts'
import { PictureGallery } from '../writing/media/picture-gallery.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { ACTION_ICONS } from './action-icons.ts'

const useWarning = lazyModule(() => withMessages(['options'], () => import('./content-warning.tsx')))

export type Author = { name: string; handle: string | null; headline?: string | null; imageUrl: string | null }

export function PostFrame({
  platform,
  author,
  when,
  images = [],
  linkCard,
  warning,
  isUnfolded = false,
  direction,
  corner,
  onPhotoRequest,
  children,
}: {
  platform: Platform
  author: Author
  when?: string
  images?: readonly Image[]
  linkCard?: ReactNode
  /** The content warning that readers see first. */
  warning?: string | undefined
  /** Whether the text behind the warning is shown at first. */
  isUnfolded?: boolean
  /**
   * The direction of the post's text. The whole preview uses it, because readers most likely use the network in that
   * language.
   */
  direction: Direction
  /** An element that replaces the network's menu button. */
  corner?: ReactNode
  onPhotoRequest?: (() => void) | undefined
  children: ReactNode
}) {
  const t = useTranslations('posts.preview')
  const look = lookOf(platform)
  const isBeside = look.text === 'beside'
  const avatar = <Avatar name={author.name} imageUrl={author.imageUrl} size={look.avatarSize} />
  const shownName = (look.author === 'handle' && author.handle) || author.name
  const [isOpen, setIsOpen] = useState(isUnfolded)
  const isFolded = warning !== undefined && !isOpen
  const warned = useWarning(warning !== undefined, () => {})
  const text = (
    <>
      {warning !== undefined && warned && (
        <warned.ContentWarning text={warning} isFolded={isFolded} onToggle={() => setIsOpen(isFolded)} />
      )}
      <div hidden={isFolded}>{children}</div>
    </>
  )
  const gallery = images.length > 0 && !isFolded && <PictureGallery look={look.gallery} images={images} />
  const isPictureShown = gallery || rulesOf(platform).needsMedia

  return (
    <div
      data-post=""
      dir={direction}
      className={classNames(
        'rounded-card border border-line bg-surface px-4 pt-4 pb-3 has-data-writing:border-pond md:px-4.5',
        look.isCompact && '[&_.post-text]:text-[15px] [&_.post-text]:leading-5 [&_.post-text:dir(rtl)]:leading-6',
      )}
    >
      {isBeside ? (
        <div className="flex gap-2.5">
          <div data-frame="">{avatar}</div>
          <div className="min-w-0 flex-1">
            <div data-frame="" className="mb-0.5 flex items-center gap-1.5 text-14">
              <bdi className="max-w-3/5 shrink-0 truncate font-strong">{shownName}</bdi>
              {look.author === 'name-and-handle' && author.handle && (
                <bdi className="min-w-0 truncate text-ink-soft">{`@${author.handle}`}</bdi>
              )}
              <span className="shrink-0 text-ink-soft">
                {'· '}
                <bdi>{when ?? t('nowLower')}</bdi>
              </span>
              {corner ?? <Dots />}
            </div>
            {text}
            {gallery && <div className="mt-3">{gallery}</div>}
            <Actions look={look} />
          </div>
        </div>
      ) : (
        <>
          <div data-frame="" className="flex items-start gap-2.5">
            {avatar}
            <div className="min-w-0 flex-1 self-center">
              {/* The line is tall enough for the descenders of Arabic letters. */}
              <p className="truncate text-14 leading-6 font-strong">
                <bdi>{shownName}</bdi>
              </p>
              {rulesOf(platform).showsHeadline && author.headline && (
                <p className="truncate text-13 text-ink-soft">
                  <bdi>{author.headline}</bdi>
                </p>
              )}
              {look.author === 'name' && (
                <p className="flex items-center gap-1 text-13 text-ink-soft">
                  <bdi>{when ?? t('now')}</bdi> · <Globe size={13} strokeWidth={1.75} />
                </p>
              )}
            </div>
            {corner ?? <Dots />}
          </div>
          {look.hasPictureFirst ? (
            <>
              {isPictureShown && (
                <div className="-mx-4 mt-3 md:-mx-4.5">
                  {gallery || (
                    <div className="flex aspect-[8/3] flex-col items-center justify-center gap-1.5 border-y border-line bg-sunk text-13 text-ink-soft">
                      <ImageIcon size={22} strokeWidth={1.75} />
                      {t('pictureHere')}
                      {onPhotoRequest && (
                        <Button size="sm" className="mt-1 bg-surface" onClick={onPhotoRequest}>
                          {t('addPhoto')}
                        </Button>
                      )}
                    </div>
                  )}
                </div>
              )}
              {isPictureShown && <Actions look={look} />}
              <div className="mt-2">
                {/* The name floats, so that the text begins on the same line. */}
                {look.hasNameInText && (
                  // The gap after the name follows the direction of the text, not of the name.
                  <span className="float-start me-1.5 text-16 font-strong">
                    <bdi>{shownName}</bdi>
                  </span>
                )}
                {children}
              </div>
              {!isPictureShown && <Actions look={look} />}
            </>
          ) : (
            <>
              <div className="mt-3.5">{text}</div>
              {(gallery || (linkCard && warning === undefined)) && (
                <div className="-mx-4 mt-3 md:-mx-4.5">{gallery || linkCard}</div>
              )}
              <Actions look={look} />
            </>
          )}
        </>
      )}
    </div>
  )
}

function Dots() {
  return <Ellipsis size={18} strokeWidth={2} className="ms-auto shrink-0 text-ink-faint" />
}

function Actions({ look }: { look: PlatformLook }) {
  const t = useTranslations('posts.preview')
  return (
    <div
      aria-hidden="true"
      data-frame=""
      className={classNames(
        'mt-3 flex items-center text-13 text-ink-faint',
        look.actions.length > 3 || look.text === 'under' ? 'justify-between' : 'gap-5',
        look.hasPictureFirst && 'justify-start gap-4',
      )}
    >
      {look.actions.map(({ icon, label }) => {
        const Icon = ACTION_ICONS[icon]
        return (
          <span key={icon} className="inline-flex items-center gap-1.5 py-1">
            <Icon size={17} strokeWidth={1.6} className={icon === 'send' ? 'points' : undefined} />
            {label && t(label)}
          </span>
        )
      })}
    </div>
  )
}
