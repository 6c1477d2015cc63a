import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { Fragment } from 'react'
import { useTranslations } from 'use-intl'
import { canRemove, rulesOf } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { isolate } from '../lib/isolate.ts'
import { reading } from '../lib/queries.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Alert, Dialog } from '../ui/dialog.tsx'
import { PostInBrief } from './post-in-brief.tsx'
import { StoredPost } from './stored-post.tsx'

interface Removing {
  post: Post
  isPending: boolean
  onRemove: (network?: boolean) => void
  onClose: () => void
}

/**
 * Asks before deletion. For a published post, it asks where to delete it.
 * @param isNews whether the post changed after the user opened the dialog
 */
export default function RemoveDialog({ isNews, ...removing }: Removing & { isNews: boolean }) {
  const t = useTranslations('posts')
  const app = useTranslations('app')
  const { post, isPending, onRemove, onClose } = removing
  if (post.status === 'published') return <RemoveLive {...removing} isNews={isNews} />
  const text = post.status === 'scheduled' || post.status === 'publishing' ? post.status : 'other'
  return (
    <Alert
      title={t('deleting.title')}
      description={
        isNews ? (
          <StoredPost post={post} text={t('changed.removed')} className="mt-4" />
        ) : (
          <>
            {t(`deleting.${text}`)}
            <PostInBrief post={post} className="mt-3" />
          </>
        )
      }
      confirmLabel={t('delete')}
      cancelLabel={app('cancel')}
      isDestructive
      isPending={isPending}
      onConfirm={() => onRemove()}
      onClose={onClose}
    />
  )
}

/** Breaks a title of two sentences between them if they do not fit one line. */
function Sentences({ of: text }: { of: string }) {
  return text.split(/(?<=[?؟]) /).map((sentence, at) => (
    <Fragment key={sentence}>
      {at > 0 && ' '}
      <span className="inline-block text-balance">{sentence}</span>
    </Fragment>
  ))
}

function RemoveLive({ post, isNews, isPending, onRemove, onClose }: Removing & { isNews: boolean }) {
  const t = useTranslations('posts.deleting.live')
  const app = useTranslations('app')
  const accounts = useQuery(reading('GET /api/social-accounts')).data
  const platforms = useQuery(reading('GET /api/platforms')).data
  const values = { platform: isolate(rulesOf(post.platform).name) }
  const account = accounts?.find(({ id }) => id === post.accountId)
  // Without its own link, Frogy cannot identify the post at its network.
  const isRemovable = account !== undefined && post.permalink !== null && canRemove(post.platform, account.scopes)
  const there = post.permalink ?? platforms?.find(({ platform }) => platform === post.platform)?.ownPostsUrl
  const text = t(isRemovable ? 'text' : post.permalink ? 'byHand' : 'lookThere', values)
  const thereLink = { href: there ?? undefined, target: '_blank', rel: 'noreferrer' }
  const look = (
    <>
      {t('open', values)}
      <ExternalLink size={15} strokeWidth={1.75} aria-hidden="true" className="points" />
    </>
  )
  return (
    <Dialog
      title={<Sentences of={t('title', values)} />}
      description={isNews ? `${t('meanwhile', values)} ${text}` : text}
      closeLabel={app('close')}
      onClose={onClose}
    >
      <PostInBrief post={post} />
      <p className="mb-4">
        {there && isRemovable && (
          <a {...thereLink} className={buttonClass({ variant: 'quiet', size: 'sm' }, '-ms-3 mt-1')}>
            {look}
          </a>
        )}
      </p>
      <div className="flex flex-col gap-2">
        {isRemovable && (
          <Button variant="danger" isPending={isPending} onClick={() => onRemove(true)}>
            {t('both', values)}
          </Button>
        )}
        {there && !isRemovable && (
          <a {...thereLink} className={buttonClass({ variant: 'primary' })}>
            {look}
          </a>
        )}
        <Button isPending={isPending} onClick={() => onRemove(false)}>
          {t('here')}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {app('cancel')}
        </Button>
      </div>
    </Dialog>
  )
}
