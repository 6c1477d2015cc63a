import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { PostWithMetrics } from '#core/analytics/contract.ts'
import { LABEL_OF, METRICS, type Metric } from '#core/analytics/metrics.ts'
import { call } from '../lib/api.ts'
import { useErrorToast } from '../lib/error-text.ts'
import { invalidate } from '../lib/queries.ts'
import { useFigure } from '../lib/use-figure.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { readCount } from './read-count.ts'

/** The fields for the metrics of a post. Metrics that its network reports are shown, but cannot be changed. */
export function MetricsForm({ post, onDone }: { post: PostWithMetrics; onDone: () => void }) {
  const t = useTranslations('analytics')
  const app = useTranslations('app')
  const figure = useFigure()
  const toastError = useErrorToast()
  const entered = post.entered?.metrics ?? []
  const isReported = (name: Metric) => post[name] !== null && !entered.includes(name)
  const [texts, setTexts] = useState<Partial<Record<Metric, string>>>(() =>
    Object.fromEntries(entered.map((name) => [name, String(post[name])])),
  )
  const [isChecked, setIsChecked] = useState(false)
  const counts = METRICS.map((name) => [name, isReported(name) ? null : readCount(texts[name] ?? '')] as const)
  const isInvalid = counts.some(([, count]) => count === undefined)
  const saving = useMutation({
    mutationFn: () =>
      call('PUT /api/posts/{id}/metrics', { params: { id: post.id }, body: Object.fromEntries(counts) }),
    onSuccess: async () => {
      await invalidate('/api/analytics')
      onDone()
    },
    onError: (reason) => toastError(t('entered.failed'), reason),
  })
  return (
    <form
      noValidate
      className="mt-2.5 flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        setIsChecked(true)
        if (!isInvalid) saving.mutate()
      }}
    >
      <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
        {counts.map(([name, count]) =>
          isReported(name) ? (
            <div key={name} className="flex flex-col gap-1.5 text-14">
              <span className="font-strong">{t(`table.${LABEL_OF[name]}`)}</span>
              <span className="flex min-h-(--control) items-center tabular-nums text-ink-soft">
                {t('entered.reported', { value: figure(post[name] ?? undefined) })}
              </span>
            </div>
          ) : (
            <TextField
              key={name}
              label={t(`table.${LABEL_OF[name]}`)}
              error={isChecked && count === undefined ? t('entered.invalid') : null}
              inputMode="numeric"
              autoComplete="off"
              maxLength={20}
              className="tabular-nums"
              value={texts[name] ?? ''}
              onChange={({ target }) => setTexts({ ...texts, [name]: target.value })}
            />
          ),
        )}
      </div>
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={onDone}>
          {app('cancel')}
        </Button>
        <Button size="sm" type="submit" variant="primary" isPending={saving.isPending}>
          {t('entered.save')}
        </Button>
      </div>
    </form>
  )
}
