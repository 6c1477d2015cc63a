import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { rulesOf } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { call } from '../lib/api.ts'
import { useErrorText } from '../lib/error-text.ts'
import { isolate } from '../lib/isolate.ts'
import { invalidate } from '../lib/queries.ts'
import { toast } from '../lib/toast.ts'
import { Button } from '../ui/button.tsx'
import { DialogActions } from '../ui/dialog.tsx'
import { stoppedPart } from './stopped-part.ts'

type Action = 'retry' | 'live' | 'not_live' | 'stop'

/** Asks the author how to continue a thread or a first comment whose publishing has stopped. */
export function ContinueThread({ post, onDone }: { post: Post; onDone: () => void }) {
  const t = useTranslations('posts.rest')
  const errorText = useErrorText()
  const acting = useMutation({
    mutationFn: (action: Action) =>
      call('POST /api/posts/{id}/continue', { params: { id: post.id }, body: { action } }),
    onError: (error) => toast({ title: t('failed'), description: errorText(error), isDestructive: true }),
    onSuccess: onDone,
    onSettled: () => invalidate('/api/posts'),
  })
  const stopped = stoppedPart(post)
  if (!stopped) return null
  const isComment = stopped === post.firstComment
  const platform = isolate(rulesOf(post.platform).name)
  const button = (action: Action, text: string, isPrimary = false) => (
    <Button
      {...(isPrimary && { variant: 'primary' as const })}
      isPending={acting.isPending && acting.variables === action}
      onClick={() => acting.mutate(action)}
    >
      {text}
    </Button>
  )
  return (
    <DialogActions>
      {button('stop', t('stop'))}
      {stopped.state === 'unconfirmed' ? (
        <>
          {button('not_live', t('notLive'))}
          {button('live', t('live', { platform }), true)}
        </>
      ) : (
        button('retry', t(isComment ? 'retryComment' : 'retry'), true)
      )}
    </DialogActions>
  )
}
