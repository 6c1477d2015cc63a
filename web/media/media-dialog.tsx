import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { DOCUMENT_TITLE_LIMIT } from '#core/documents/document-facts.ts'
import type { LibraryImage, Use } from '#core/media/contract.ts'
import { ALT_TEXT_LIMIT } from '#core/media/limits.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import { call } from '../lib/api.ts'
import { useDates } from '../lib/dates.ts'
import { useErrorText } from '../lib/error-text.ts'
import { invalidate, reading } from '../lib/queries.ts'
import { mayAs } from '../lib/role.ts'
import { toast } from '../lib/toast.ts'
import { Button } from '../ui/button.tsx'
import { Alert, Dialog, DialogActions } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { LoadFailed } from '../ui/load-failed.tsx'
import { PlatformBadge } from '../ui/platform-badge.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

const MEGABYTE = 1_000_000

/** A photo, video or document: its description, the posts that have it, and its deletion. */
export default function MediaDialog({ image, onClose }: { image: LibraryImage; onClose: () => void }) {
  const t = useTranslations('planning.library')
  const app = useTranslations('app')
  const format = useFormatter()
  const dates = useDates()
  const errorText = useErrorText()
  const [altText, setAltText] = useState(image.altText)
  const [isAsking, setIsAsking] = useState(false)
  const params = { id: image.id }
  const uses = useQuery({ ...reading('GET /api/images/{id}/posts', { params }), refetchOnMount: 'always' })
  const failed = (title: string) => (reason: unknown) =>
    toast({ title, description: errorText(reason), isDestructive: true })
  const saving = useMutation({
    mutationFn: () => call('PATCH /api/images/{id}', { params, body: { altText } }),
    onSuccess: onClose,
    onError: failed(t('saveFailed')),
    onSettled: () => invalidate('/api/library', '/api/images'),
  })
  const removing = useMutation({
    // The server keeps a file if a post has started to use it, so check whether it is gone.
    mutationFn: async () => {
      await call('DELETE /api/images/{id}', { params })
      return (await call('GET /api/images', { query: { ids: image.id } })).length > 0
    },
    onSuccess: (isKept) => {
      setIsAsking(false)
      if (!isKept) return onClose()
      toast({ title: t('deleteFailed'), description: t('isUsed'), isDestructive: true })
      void uses.refetch()
    },
    onError: failed(t('deleteFailed')),
    onSettled: () => invalidate('/api/library'),
  })
  const size = format.number(Math.max(0.1, image.size / MEGABYTE), { maximumFractionDigits: 1 })
  const isPhoto = !image.video && !image.document
  return (
    <Dialog
      title={<bdi className="break-words">{image.originalName}</bdi>}
      description={
        image.document ? t('megabytes', { size }) : t('size', { size, width: image.width, height: image.height })
      }
      width="lg"
      onClose={onClose}
    >
      {isPhoto ? (
        <img src={image.url} alt={image.altText} className="mb-4 max-h-72 w-full bg-sunk object-contain" />
      ) : (
        <p className="mb-4">
          <a href={image.url} target="_blank" rel="noreferrer" className="text-14 underline">
            {t('openFile')}
          </a>
        </p>
      )}
      <TextField
        label={t(image.document ? 'documentTitle' : 'altText')}
        hint={image.document ? undefined : t('altTextHint')}
        value={altText}
        dir="auto"
        readOnly={!mayAs('writer')}
        maxLength={image.document ? DOCUMENT_TITLE_LIMIT : ALT_TEXT_LIMIT}
        onChange={({ target }) => setAltText(target.value)}
      />
      <h3 className="mt-5 mb-1 text-14 font-strong">{t('usedIn')}</h3>
      {uses.error && !uses.data && <LoadFailed error={uses.error} onRetry={() => void uses.refetch()} />}
      {uses.isPending && <Skeleton className="h-10" />}
      {uses.data?.length === 0 && (
        <p className="mb-4 text-14 text-ink-soft">
          <span>{t('unused')}</span>{' '}
          <span>
            {image.deletedOn ? t('deletedOn', { date: dates.day(soonest(image.deletedOn)) }) : t('deletedLater')}
          </span>
        </p>
      )}
      <ul className="divide-y divide-line">
        {uses.data?.map((use) => (
          <UseRow key={use.postId} use={use} />
        ))}
      </ul>
      <DialogActions>
        {uses.data?.length === 0 && mayAs('writer') && (
          <Button
            variant="warning"
            // On a phone, the Delete button is below the two main buttons.
            className="max-md:order-last max-md:basis-full md:me-auto"
            onClick={() => setIsAsking(true)}
          >
            {t('delete')}
          </Button>
        )}
        <Button onClick={onClose}>{app('cancel')}</Button>
        {mayAs('writer') && (
          <Button
            variant="primary"
            disabled={altText.trim() === image.altText}
            isPending={saving.isPending}
            onClick={() => saving.mutate()}
          >
            {t('save')}
          </Button>
        )}
      </DialogActions>
      {isAsking && (
        <Alert
          title={t('deleteTitle')}
          description={t('deleteText')}
          confirmLabel={t('delete')}
          isDestructive
          isPending={removing.isPending}
          onConfirm={() => removing.mutate()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </Dialog>
  )
}

/** Frogy deletes unused files in regular rounds, so the time of an overdue one is now. */
const soonest = (at: string): Date => new Date(Math.max(Date.parse(at), Date.now()))

function UseRow({ use }: { use: Use }) {
  const states = useTranslations('posts.statuses')
  const dates = useDates()
  const at = use.at ? new Date(use.at) : null
  const about = (
    <>
      <PlatformBadge platform={use.platform} size={20} />
      <span className="sr-only">{rulesOf(use.platform).name}</span>
      <span className="shrink-0 text-13 text-ink-soft">{at ? dates.date(at) : states(use.status)}</span>
      <span dir={textDirection(use.opening)} className="min-w-0 truncate">
        {use.opening}
      </span>
    </>
  )
  const row = 'flex min-h-11 items-center gap-2 text-14'
  return (
    <li>
      {at && use.status !== 'draft' ? (
        <Link href={`/schedule?day=${dates.dayKey(at)}`} className={`${row} hover:bg-sunk`}>
          {about}
        </Link>
      ) : (
        <span className={row}>{about}</span>
      )}
    </li>
  )
}
