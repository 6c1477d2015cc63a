import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Image, VideoCopy } from '#core/media/contract.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import { call } from '../../lib/api.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { isolate } from '../../lib/isolate.ts'
import { queryClient, reading } from '../../lib/queries.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Progress } from '../../ui/progress.tsx'
import type { ReadyPicture } from './media-state.ts'

/** Polling interval for the progress of a conversion, because the server sends no events about it. */
const POLL_MS = 1_000

const isUnderWay = (copy: VideoCopy | null | undefined) => copy?.state === 'waiting' || copy?.state === 'working'

/**
 * On request, converts a video so that more networks accept it. Replaces the video when the converted copy is ready.
 */
export function CopyMaker({
  picture: { image, altText },
  fixedFor,
  platforms,
  onReplace,
}: {
  picture: ReadyPicture
  fixedFor: readonly Platform[]
  platforms: readonly Platform[]
  onReplace: (image: Image, by: Image, altText: string) => void
}) {
  const t = useTranslations('video.copy')
  const format = useFormatter()
  const errorText = useErrorText()
  const request = { params: { id: image.id } }
  const query = reading('GET /api/videos/{id}/copy', request)
  const { data } = useQuery({
    ...query,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (isUnderWay(state.data?.copy) ? POLL_MS : false),
  })
  const copy = data?.copy
  // If the user requested a conversion before a reload of the page, the converted copy replaces the video when it is
  // ready.
  const [isRequested, setIsRequested] = useState(false)
  if (isUnderWay(copy) && !isRequested) setIsRequested(true)
  const show = (changed: VideoCopy | null) =>
    queryClient.setQueryData(query.queryKey, { isOffered: true, copy: changed })
  const making = useMutation({
    mutationFn: () => call('POST /api/videos/{id}/copy', { ...request, body: { platforms: [...platforms] } }),
    onSuccess: (made) => {
      setIsRequested(true)
      show(made)
    },
  })
  const canceling = useMutation({
    mutationFn: () => call('DELETE /api/videos/{id}/copy', request),
    onSuccess: () => {
      show(null)
      setIsRequested(false)
    },
  })

  const made = isRequested && copy?.state === 'ready' ? copy.image : null
  const replace = useEffectEvent((by: Image) => {
    onReplace(image, by, altText)
    toast({ title: t('replaced'), action: { label: t('undo'), run: () => onReplace(by, image, altText) } })
  })
  useEffect(() => {
    if (made) replace(made)
  }, [made])

  const error = making.error ?? canceling.error
  if (!data?.isOffered && !isUnderWay(copy)) return null
  return (
    <section aria-label={t('title')} className="border-t-2 border-lily py-2.5 text-13">
      {isUnderWay(copy) ? (
        <>
          <output className="mb-1.5 block">{t(copy?.state === 'waiting' ? 'waiting' : 'working')}</output>
          <Progress label={t('progress')} percent={copy?.percent ?? 0} />
          <Button
            variant="quiet"
            size="sm"
            className="-ms-3 mt-1"
            isPending={canceling.isPending}
            onClick={() => canceling.mutate()}
          >
            {t('cancel')}
          </Button>
        </>
      ) : (
        <>
          {copy?.state === 'failed' && copy.problem && (
            <p role="alert" className="mb-1.5 text-coral">
              {t(`problem_${copy.problem}`)}
            </p>
          )}
          <Button size="sm" isPending={making.isPending} onClick={() => making.mutate()}>
            {t('make')}
          </Button>
          <p className="mt-1.5 text-ink-soft">
            {t('hint', { networks: format.list(fixedFor.map((platform) => isolate(rulesOf(platform).name))) })}
          </p>
        </>
      )}
      {error && (
        <p role="alert" className="mt-1.5 break-words text-coral">
          {errorText(error)}
        </p>
      )}
    </section>
  )
}
