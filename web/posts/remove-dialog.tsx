import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { useTranslations } from 'use-intl'
import { canRemove, rulesOf } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { isolate } from '../lib/isolate.ts'
import { reading } from '../lib/queries.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Alert, Dialog } from '../ui/dialog.tsx'
import { ExternalLink } from '../ui/icons.ts'
import { PostExcerpt } from './post-excerpt.tsx'
import { StoredPostNotice } from './stored-post-notice.tsx'

interface Removing {
  post: Post
  isPending: boolean
  onRemove: (network?: boolean) => void
  onClose: () => void
}

export default function RemoveDialog({ isChanged, ...removing }: Removing & { isChanged: boolean }) {
  const t = useTranslations('posts')
  const { post, isPending, onRemove, onClose } = removing
  if (post.status === 'published') return <RemoveLive {...removing} isChanged={isChanged} />
  const text = post.status === 'scheduled' || post.status === 'publishing' ? post.status : 'other'
  return (
    <Alert
      title={t('deleting.title')}
      description={
        isChanged ? (
          <StoredPostNotice post={post} text={t('changed.removed')} className="mt-4" />
        ) : (
          <>
            {t(`deleting.${text}`)}
            <PostExcerpt post={post} className="mt-3" />
          </>
        )
      }
      confirmLabel={t('delete')}
      isDestructive
      isPending={isPending}
      onConfirm={() => onRemove()}
      onClose={onClose}
    />
  )
}

function Sentences({ of: text }: { of: string }) {
  return text.split(/(?<=[?؟]) /).map((sentence, at) => (
    <Fragment key={sentence}>
      {at > 0 && ' '}
      <span className="inline-block text-balance">{sentence}</span>
    </Fragment>
  ))
}

function RemoveLive({ post, isChanged, isPending, onRemove, onClose }: Removing & { isChanged: boolean }) {
  const t = useTranslations('posts.deleting.live')
  const app = useTranslations('app')
  const accounts = useQuery(reading('GET /api/social-accounts')).data
  const platforms = useQuery(reading('GET /api/platforms')).data
  const values = { platform: isolate(rulesOf(post.platform).name) }
  const account = accounts?.find(({ id }) => id === post.accountId)
  // Frogy can delete a post on its network only if the post's link is known.
  const isRemovable = account !== undefined && post.permalink !== null && canRemove(post.platform, account.scopes)
  const networkUrl = post.permalink ?? platforms?.find(({ platform }) => platform === post.platform)?.ownPostsUrl
  const text = t(isRemovable ? 'text' : post.permalink ? 'byHand' : 'lookThere', values)
  const networkLink = { href: networkUrl ?? undefined, target: '_blank', rel: 'noreferrer' }
  const linkContent = (
    <>
      {t('open', values)}
      <ExternalLink size={15} strokeWidth={1.75} className="points" />
    </>
  )
  return (
    <Dialog
      title={<Sentences of={t('title', values)} />}
      description={isChanged ? `${t('meanwhile', values)} ${text}` : text}
      onClose={onClose}
    >
      <PostExcerpt post={post} />
      <p className="mb-4">
        {networkUrl && isRemovable && (
          <a {...networkLink} className={buttonClass({ variant: 'quiet', size: 'sm' }, '-ms-3 mt-1')}>
            {linkContent}
          </a>
        )}
      </p>
      <div className="flex flex-col gap-2">
        {isRemovable && (
          <Button variant="danger" isPending={isPending} onClick={() => onRemove(true)}>
            {t('both', values)}
          </Button>
        )}
        {networkUrl && !isRemovable && (
          <a {...networkLink} className={buttonClass({ variant: 'primary' })}>
            {linkContent}
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
