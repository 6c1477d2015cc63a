import type { Post } from '#core/posts/contract.ts'
import { parseHashtags } from '#core/posts/hashtags.ts'
import type { StoredMessage } from '../../lib/error-message.ts'
import type { Media } from '../media/media-state.ts'
import { contentOf, selectedVariant, type Card, type DraftCall, type DraftText, type ServerDraft } from './draft.ts'
import { cardMembersOf, sentPost, wholeContent } from './thread.ts'

// The state of a draft on the server. docs/decisions/033 explains the design.

const NEW: ServerDraft = { postId: null, revision: 0, stored: null, call: null }

function draftText(card: Card, media: Media): DraftText {
  return { ...sentPost(card, media), hashtags: selectedVariant(card).hashtags }
}

/**
 * Whether two texts of a draft are equal. Ignores differences that the server normalizes: hashtags, and the order of a
 * video's properties.
 */
function isSameDraft(one: DraftText | null | undefined, other: DraftText): boolean {
  return one !== null && one !== undefined && fingerprint(one) === fingerprint(other)
}

const fingerprint = ({ content, hashtags, media, parts, firstComment, options }: DraftText): string =>
  JSON.stringify([
    content,
    parseHashtags(hashtags),
    media.images,
    media.videos.map(({ id, url }) => [id, url]),
    parts?.map((part) => [part.content, part.imageIds]),
    firstComment && [firstComment.content, firstComment.afterMinutes],
    Object.entries(options ?? {})
      .map(String)
      .toSorted(),
  ])

export function callOf(card: Card, media: Media, key: string, siblingId?: string): DraftCall | null {
  const draft = card.draft ?? NEW
  if (Object.keys(card.deliveries).length > 0 || draft.elsewhere !== undefined) return null
  if (draft.call) return draft.call
  const text = draftText(card, media)
  if (isSameDraft(draft.stored, text) || isSameDraft(draft.refused?.text, text)) return null
  return { key, text, ...(siblingId && draft.postId === null && { siblingId }) }
}

export type DraftAction =
  | { type: 'draft-called'; cardId: string; call: DraftCall }
  | { type: 'draft-stored'; cardId: string; key: string; post: Pick<Post, 'id' | 'revision'> }
  | { type: 'draft-source-stored'; cardId: string; mark: string }
  | { type: 'draft-refused'; cardId: string; key: string; said: StoredMessage }
  | { type: 'draft-found'; cardId: string; found: { post: Post; media: Media } | null }
  | { type: 'draft-chosen'; cardId: string; isMine: boolean; media: Media }

export function cardWithDraft(card: Card, action: DraftAction, media: Media): Card {
  const draft = card.draft ?? NEW
  const answered = 'key' in action && draft.call?.key === action.key ? draft.call : null
  switch (action.type) {
    case 'draft-called':
      return { ...card, draft: { ...draft, call: action.call } }
    case 'draft-stored': {
      const { id, revision } = action.post
      const { sourceMark } = draft
      return answered
        ? {
            ...card,
            draft: { postId: id, revision, stored: answered.text, call: null, ...(sourceMark && { sourceMark }) },
          }
        : card
    }
    case 'draft-source-stored':
      return { ...card, draft: { ...draft, sourceMark: action.mark } }
    case 'draft-refused': {
      // Omit the tags, because the server refuses a text whose tag was deleted.
      const { tagIds: _, ...rest } = card
      return answered
        ? { ...rest, draft: { ...draft, call: null, refused: { said: action.said, text: answered.text } } }
        : card
    }
    case 'draft-found':
      return afterFound(card, draft, action.found, media)
    case 'draft-chosen':
      return afterChoice(card, draft, action.isMine, action.media)
  }
}

function afterFound(card: Card, draft: ServerDraft, found: { post: Post; media: Media } | null, ownMedia: Media): Card {
  if (!found || found.post.status !== 'draft')
    return { ...card, draft: { ...draft, call: null, elsewhere: found?.post ?? null } }
  const { post, media } = found
  if (post.revision < draft.revision) return card
  const own = draftText(card, ownMedia)
  const stored = textOfPost(post)
  const next: ServerDraft = { postId: post.id, revision: post.revision, stored, call: null }
  const isOurs = [own, draft.stored, draft.call?.text].some((text) => isSameDraft(text, stored))
  if (isOurs) return { ...card, draft: next }
  if (isSameDraft(draft.stored, own)) return { ...withTextOf(card, post, media), draft: next }
  return { ...card, draft: { ...draft, call: null, elsewhere: post } }
}

function afterChoice(card: Card, draft: ServerDraft, isMine: boolean, media: Media): Card {
  const { elsewhere: post } = draft
  if (post === undefined) return card
  const { draft: _, ...own } = card
  // If the stored draft was deleted or posted in another tab, the local text becomes a new draft.
  if (!post || post.status !== 'draft') return own
  const next: ServerDraft = { postId: post.id, revision: post.revision, stored: textOfPost(post), call: null }
  const localVariant = selectedVariant(card)
  const kept = card.variants.map((variant) =>
    variant === localVariant ? { ...variant, content: contentOf(card) } : variant,
  )
  const theirs = {
    ...localVariant,
    id: `${post.id}-${post.revision}`,
    content: wholeContent(post),
    hashtags: post.hashtags,
  }
  return isMine
    ? { ...card, variants: [...card.variants, theirs], draft: next }
    : {
        ...withoutThread(card),
        ...cardMembersOf(post),
        edit: null,
        variants: [theirs, ...kept],
        selectedId: theirs.id,
        media,
        draft: next,
      }
}

function withTextOf(card: Card, post: Post, media: Media): Card {
  const chosen = selectedVariant(card)
  const [content, { hashtags }] = [wholeContent(post), post]
  const variants = card.variants.map((variant) => (variant === chosen ? { ...variant, content, hashtags } : variant))
  return { ...withoutThread(card), ...cardMembersOf(post), edit: null, variants, media }
}

function withoutThread(card: Card): Card {
  const { thread: _, firstComment: __, ...rest } = card
  return rest
}

function textOfPost(post: Post): DraftText {
  const { content, hashtags, media } = post
  const { thread: parts, isNumbered: _, ...more } = cardMembersOf(post)
  return { content, hashtags, media, ...(parts && { parts }), ...more }
}

export function cardOfDraft(
  post: Post,
  media: Media | undefined,
  given: Pick<Card, 'writtenFrom' | 'keptClaims' | 'choices'> = {},
): Card {
  const stored = textOfPost(post)
  return {
    id: post.id,
    platform: post.platform,
    language: post.contentLanguage === 'ar' ? 'arabic' : 'english',
    contentType: (post.contentType ?? 'educational') as Card['contentType'],
    tone: (post.tone ?? 'professional') as Card['tone'],
    variants: [
      { id: post.id, content: wholeContent(post), hashtags: post.hashtags, source: null, model: null, warnings: [] },
    ],
    selectedId: post.id,
    edit: null,
    targets: [post.platform],
    deliveries: {},
    isOpened: true,
    ...cardMembersOf(post),
    ...given,
    ...(post.siblingId && { idea: [post.id, post.siblingId].sort()[0]! }),
    ...(media && { media }),
    draft: { postId: post.id, revision: post.revision, stored, call: null },
  }
}
