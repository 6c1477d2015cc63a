import type { ReactNode } from 'react'
import type { SocialAccount } from '#core/accounts/contract.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { publishedText, textDirection } from '#core/posts/published-text.ts'
import { imagesOf, type Media } from '../../writing/media/media-state.ts'
import { authorOf } from '../author.ts'
import { NETWORK_LOOK } from '../network-look.ts'
import { PostFrame } from '../post-frame.tsx'
import { PreviewText, type PreviewMark } from '../preview-text.tsx'
import { DraftField } from './draft-field.tsx'
import { LinkCardPreview } from './link-card-preview.tsx'
import { useLinkCard } from './use-link-card.ts'

/** A post as its network will show it; what it says is read there, or typed in the same place. */
export function PostBody({
  label,
  platform,
  account,
  ownName,
  content,
  hashtags,
  media,
  when,
  isEditing,
  refusedBy,
  marks,
  body,
  onType,
  onPhotoWanted,
}: {
  label: string
  platform: Platform
  account: SocialAccount | null
  /** Of the person, where there is no account. */
  ownName: string
  content: string
  hashtags: readonly string[]
  media: Media
  /** When it goes out, where that is not now. */
  when?: string
  isEditing: boolean
  /** The element that says what stops it, if anything does. */
  refusedBy?: string
  /** Of what is read, in its order. */
  marks?: readonly PreviewMark[]
  /** In the place of the text, where it is more than read or typed. */
  body?: ReactNode
  onType: (content: string) => void
  onPhotoWanted?: () => void
}) {
  const { linkCard: linkCardLook } = NETWORK_LOOK[platform]
  // Pictures take its place, also those that are on their way.
  const hasLinkCard = linkCardLook !== null && media.pictures.length === 0
  const linkCard = useLinkCard(hasLinkCard ? publishedText({ content, hashtags, videos: media.videos }) : '')
  const text = { platform, content, hashtags, videos: media.videos }
  return (
    <PostFrame
      platform={platform}
      direction={textDirection(content)}
      author={authorOf(account, ownName)}
      when={when}
      images={imagesOf(media)}
      onPhotoWanted={onPhotoWanted}
      linkCard={linkCardLook && linkCard && <LinkCardPreview begins={linkCardLook} card={linkCard} />}
    >
      {body ? (
        body
      ) : isEditing ? (
        <DraftField {...text} label={label} refusedBy={refusedBy} onType={onType} />
      ) : (
        <PreviewText {...text} marks={marks} />
      )}
    </PostFrame>
  )
}
