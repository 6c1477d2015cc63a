import type { Post } from '#core/posts/contract.ts'
import { givenFollowUps } from '#core/posts/follow-ups.ts'
import { call } from '../../lib/api.ts'
import { queryClient, reading } from '../../lib/queries.ts'
import type { Idea } from './ideas.ts'

/** Stores copies of the drafts of an idea, for a duplicate or to undo a deletion. @throws ApiError */
export async function duplicateDrafts(idea: Idea): Promise<void> {
  let siblingId: string | undefined
  for (const post of idea) {
    const tagIds = await existingTagIds(post)
    siblingId = (await call('POST /api/posts', { body: { ...newDraftFrom(post, siblingId), tagIds } })).id
  }
}

type NewPost = NonNullable<Parameters<typeof call<'POST /api/posts'>>[1]>['body']

function newDraftFrom(post: Post, siblingId: string | undefined): NewPost {
  const { content, platform, contentLanguage, hashtags, media, accountId } = post
  const { contentType, tone } = post as Pick<NewPost, 'contentType' | 'tone'>
  return {
    status: 'draft',
    content,
    platform,
    contentLanguage,
    hashtags,
    media,
    accountId,
    contentType,
    tone,
    siblingId,
    ...givenFollowUps(post),
    options: post.options,
  }
}

/** Returns a post's tags that still exist. @throws ApiError */
async function existingTagIds({ tagIds = [] }: { tagIds?: readonly string[] | undefined }): Promise<string[]> {
  if (tagIds.length === 0) return []
  const tags = await queryClient.fetchQuery({ ...reading('GET /api/tags'), staleTime: 0 })
  return tagIds.filter((id) => tags.some((tag) => tag.id === id))
}
