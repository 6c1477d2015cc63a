import type { ReactNode } from 'react'
import type { SocialAccount } from '#core/accounts/contract.ts'
import { lookOf } from '#core/platforms/looks.ts'
import type { Platform } from '#core/platforms/platform.ts'
import type { PostOptions } from '#core/platforms/post-options.ts'
import { publishedText } from '#core/posts/published-text.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import { imagesOf, type Media } from '../../writing/media/media-state.ts'
import { authorOf } from '../author.ts'
import { PostFrame } from '../post-frame.tsx'
import { PreviewText } from '../preview-text.tsx'
import { DraftField } from './draft-field.tsx'
import { LinkCardPreview } from './link-card-preview.tsx'
import { useLinkCard } from './use-link-card.ts'

export function PostBody({
  label,
  platform,
  account,
  ownName,
  content,
  hashtags,
  media,
  when,
  options,
  isEditing,
  refusedBy,
  body,
  corner,
  onType,
  onPhotoRequest,
}: {
  label: string
  platform: Platform
  account: SocialAccount | null
  ownName: string
  content: string
  hashtags: readonly string[]
  media: Media
  when?: string
  options?: PostOptions | null | undefined
  isEditing: boolean
  refusedBy?: string
  body?: ReactNode
  corner?: ReactNode
  onType: (content: string) => void
  onPhotoRequest?: () => void
}) {
  const { linkCard: linkCardStyle } = lookOf(platform)
  // Networks show pictures instead of a link card, so a picture hides the card, even during its upload.
  const hasLinkCard = linkCardStyle !== null && options?.hasLinkPreview !== false && media.pictures.length === 0
  const linkCard = useLinkCard(hasLinkCard ? publishedText({ content, hashtags, videos: media.videos }) : '')
  const text = { platform, content, hashtags, videos: media.videos }
  return (
    <PostFrame
      platform={platform}
      direction={textDirection(content)}
      author={authorOf(account, ownName)}
      when={when}
      images={imagesOf(media)}
      warning={options?.contentWarning}
      isUnfolded
      corner={corner}
      onPhotoRequest={onPhotoRequest}
      linkCard={linkCardStyle && linkCard && <LinkCardPreview begins={linkCardStyle} card={linkCard} />}
    >
      {body ? (
        body
      ) : isEditing ? (
        <DraftField {...text} label={label} refusedBy={refusedBy} onType={onType} />
      ) : (
        <PreviewText {...text} />
      )}
    </PostFrame>
  )
}
