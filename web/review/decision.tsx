import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { COMMENT_LIMIT } from '#core/comments/limits.ts'
import { call } from '../lib/api.ts'
import { toast } from '../lib/toast.ts'
import { Button } from '../ui/button.tsx'
import { boxClass, Field } from '../ui/field.tsx'
import { Check } from '../ui/icons.ts'
import { Unsent } from './unsent.tsx'

interface DecisionProps {
  /** All parameters of the API call except the decision itself. */
  about: { token: string; pass: string | null; guest: string; name: string; postId: string; revision: number }
  /** Whether the post still waits for approval. Another person may decide while the page is open. */
  isOpen: boolean
  hasName: () => boolean
  onChange: () => void
  onReturned: () => void
  onError: (error: unknown) => void
}

/** Approves a post that waits for approval, or returns it with a note. */
export function Decision({ about, isOpen, hasName, onChange, onReturned, onError }: DecisionProps) {
  const t = useTranslations('review')
  const [note, setNote] = useState<string | null>(null)
  const [isNoteMissing, setIsNoteMissing] = useState(false)
  const deciding = useMutation({
    mutationFn: (decision: 'approve' | 'return') =>
      call('POST /api/review/decide', { body: { ...about, decision, note: note ?? '' } }),
    onSuccess: (_, decision) => {
      toast({ title: t(decision === 'approve' ? 'approved' : 'returned') })
      if (decision === 'return') onReturned()
      onChange()
    },
    onError,
  })
  const decide = (decision: 'approve' | 'return') => {
    const isMissing = decision === 'return' && !note?.trim()
    setIsNoteMissing(isMissing)
    if (!isMissing && hasName()) deciding.mutate(decision)
  }
  if (!isOpen)
    return (
      <div className="mt-4">
        <output className="flex items-center gap-2 text-14 font-strong">
          <Check size={18} strokeWidth={1.75} className="text-pond" />
          {t('approved')}
        </output>
        {note && <Unsent texts={[note]} />}
      </div>
    )
  if (note === null)
    return (
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="primary" isPending={deciding.isPending} onClick={() => decide('approve')}>
          {t('approve')}
        </Button>
        <Button onClick={() => setNote('')}>{t('return')}</Button>
      </div>
    )
  return (
    <div className="mt-4 flex flex-col gap-3">
      <Field label={t('note')} error={isNoteMissing ? t('noteMissing') : null}>
        {(described) => (
          <textarea
            {...described}
            dir="auto"
            rows={2}
            maxLength={COMMENT_LIMIT}
            value={note}
            onChange={({ target }) => setNote(target.value)}
            className={`${boxClass(isNoteMissing)} px-3 py-2`}
          />
        )}
      </Field>
      <div className="flex gap-2">
        <Button variant="primary" isPending={deciding.isPending} onClick={() => decide('return')}>
          {t('sendBack')}
        </Button>
        <Button variant="quiet" onClick={() => setNote(null)}>
          {t('cancel')}
        </Button>
      </div>
    </div>
  )
}
