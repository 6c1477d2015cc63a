import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError, call, hasStatus } from '../lib/api.ts'
import { usePageTitle } from '../lib/page-title.ts'
import { Frog } from '../ui/frog.tsx'
import { NotLoaded } from '../ui/load-failed.tsx'
import { readGuest, readPass, savePass } from './guest.ts'
import { ReviewFrame } from './review-frame.tsx'
import { ReviewedPosts } from './reviewed-posts.tsx'
import { UnlockForm } from './unlock-form.tsx'
import { UnsentFields } from './unsent.tsx'

/** Guests have no event stream, so an open page asks for new comments and posts. */
const REFRESH_MS = 15_000

/** Shows the posts of a period to people without an account. A review link opens it, with its token after the #. */
export default function ReviewPage() {
  const t = useTranslations('review')
  const [token] = useState(() => location.hash.slice(1))
  const [pass, setPass] = useState(() => readPass(token))
  const [{ key: guest }] = useState(readGuest)
  const access = { token, pass, guest }
  const review = useQuery({
    queryKey: ['review', token, pass],
    queryFn: () => call('POST /api/review/read', { body: access }),
    enabled: token !== '',
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state: { error } }) => (hasStatus(error, 403) || hasStatus(error, 404) ? false : REFRESH_MS),
  })
  const code = review.error instanceof ApiError ? review.error.code : null
  const hasEnded = token === '' || code === 'review_ended'
  usePageTitle(review.data?.workspace ?? t('title'))
  return (
    <ReviewFrame workspace={review.data && !hasEnded ? review.data.workspace : null}>
      {hasEnded ? (
        <div className="mx-auto flex max-w-100 flex-col items-center py-10">
          <Frog expression="sleeping" size="lg" />
          <h1 className="title mt-5 text-center text-28">{t('ended.title')}</h1>
          <p className="mt-2 text-center text-16 text-ink-soft">{t('ended.text')}</p>
          <UnsentFields />
        </div>
      ) : code === 'passphrase_needed' ? (
        <UnlockForm
          token={token}
          onOpen={(next) => {
            savePass(token, next)
            setPass(next)
          }}
        />
      ) : (
        <>
          <NotLoaded query={review} title={t('notLoaded')} skeleton="h-96" />
          {review.data && <ReviewedPosts review={review.data} access={access} onChange={() => void review.refetch()} />}
        </>
      )}
    </ReviewFrame>
  )
}
