import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { LocalModels as Found, ModelChoice } from '#core/writing/providers-contract.ts'
import { call } from '../../lib/api.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { isolate } from '../../lib/isolate.ts'
import { invalidate, reading } from '../../lib/queries.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { Spinner } from '../../ui/spinner.tsx'

export function LocalModels({ current }: { current: string | null }) {
  const t = useTranslations('providers')
  const errorText = useErrorText()
  const [isEnabled, enable] = useState(false)
  const search = useQuery({
    ...reading('GET /api/admin/local-models'),
    enabled: isEnabled && current === null,
    gcTime: 0,
  })
  const showError = (reason: unknown) =>
    toast({ title: t('failed'), description: errorText(reason), isDestructive: true })
  const choosing = useMutation({
    mutationFn: (choice: ModelChoice) => call('PUT /api/admin/local-models', { body: choice }),
    onSuccess: ({ chosen }) => {
      toast({ title: t('chosen', { model: isolate(chosen?.model ?? '') }) })
      return invalidate('/api/ai/status', '/api/admin/providers')
    },
    onError: showError,
  })
  const stopping = useMutation({
    mutationFn: () => call('DELETE /api/admin/local-models', {}),
    onSuccess: () => {
      enable(false)
      toast({ title: t('stopped') })
      return invalidate('/api/ai/status', '/api/admin/providers')
    },
    onError: showError,
  })

  if (current !== null)
    return (
      <div>
        <p>{t('writes', { model: isolate(current) })}</p>
        <Button size="sm" className="mt-2" isPending={stopping.isPending} onClick={() => stopping.mutate()}>
          {t('stop')}
        </Button>
      </div>
    )
  if (search.isFetching)
    return (
      <output className="flex items-center gap-2">
        <Spinner />
        {t('looking')}
      </output>
    )
  return (
    <div>
      <output className="block">
        {search.error && <span className="text-coral">{errorText(search.error)}</span>}
        {search.data?.found.length === 0 && t('none')}
      </output>
      {search.data && search.data.found.length > 0 ? (
        <Choice
          found={search.data.found}
          isPending={choosing.isPending}
          onChoose={(choice) => choosing.mutate(choice)}
        />
      ) : (
        <Button
          size="sm"
          className="mt-2"
          onClick={() => {
            if (isEnabled) void search.refetch()
            enable(true)
          }}
        >
          {t(search.data ? 'again' : 'look')}
        </Button>
      )}
    </div>
  )
}

type ChoiceProps = { found: Found['found']; isPending: boolean; onChoose: (choice: ModelChoice) => void }

function Choice({ found, isPending, onChoose }: ChoiceProps) {
  const t = useTranslations('providers')
  const all = found.flatMap(({ name, baseUrl, models }) => models.map((model) => ({ name, baseUrl, model })))
  const [at, choose] = useState(0)
  const chosen = all[at]
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="min-w-44 flex-1 text-ink">
        <Select
          label={t('found')}
          value={String(at)}
          options={all.map(({ name, model }, index) => ({ value: String(index), label: `${model} · ${name}` }))}
          onChange={(value) => choose(Number(value))}
        />
      </div>
      <Button
        variant="primary"
        isPending={isPending}
        onClick={() => chosen && onChoose({ baseUrl: chosen.baseUrl, model: chosen.model })}
      >
        {t('use')}
      </Button>
    </div>
  )
}
