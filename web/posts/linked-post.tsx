import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useErrorText } from '../lib/error-text.ts'
import { reading } from '../lib/queries.ts'
import { toast } from '../lib/toast.ts'
import { PostDialogs, type OpenDialog } from './post-dialogs.tsx'
import { usePostChanges } from './use-post-changes.ts'

export default function LinkedPost({ id, onClose }: { id: string; onClose: () => void }) {
  const errorText = useErrorText()
  const changes = usePostChanges()
  const post = useQuery({ ...reading('GET /api/posts/{id}', { params: { id } }), staleTime: 0 })
  const [act, setAct] = useState<OpenDialog | null>(null)
  const notFound = useEffectEvent((error: Error) => {
    toast({ title: errorText(error), isDestructive: true })
    onClose()
  })
  useEffect(() => {
    if (post.error) notFound(post.error)
  }, [post.error])
  const open = act ?? (post.data ? { kind: 'timeline' as const, post: post.data } : null)
  return <PostDialogs open={open} changes={changes} onOpen={setAct} onClose={onClose} />
}
