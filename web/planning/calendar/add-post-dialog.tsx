import { useQuery } from '@tanstack/react-query'
import { useId, useReducer, useState, type FormEvent } from 'react'
import { useFormatter, useLocale, useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { postingAccount } from '#core/accounts/posting-account.ts'
import type { Post } from '#core/posts/contract.ts'
import { PLATFORMS, rulesOf, type Platform } from '#core/platforms/platform.ts'
import { tightestCount } from '#core/platforms/text-count.ts'
import { chosenTime } from '#core/posts/wall-time.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import { instantOf, wallClock } from '#core/time-zone.ts'
import { PlatformChoice } from '../../ui/platform-choice.tsx'
import { call } from '../../lib/api.ts'
import { classNames } from '../../lib/class-names.ts'
import { useDates } from '../../lib/dates.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { isolate } from '../../lib/isolate.ts'
import { useNow } from '../../lib/use-now.ts'
import { invalidate, reading } from '../../lib/queries.ts'
import { mayAs, mayPublish, maySchedule } from '../../lib/role.ts'
import { useUser } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { obviousPlatforms, readPlatformChoice } from '../../writing/composer/usual-platforms.ts'
import { MediaSection } from '../../writing/media/media-section.tsx'
import {
  sentMedia,
  mediaReducer,
  NO_MEDIA,
  findUploadProblem,
  documentOf,
  videoOf,
} from '../../writing/media/media-state.ts'
import { useMedia } from '../../writing/media/use-media.ts'
import { inAnHour, tomorrowMorning } from '../picker/presets.ts'
import { TimeDisclosure } from '../picker/time-disclosure.tsx'
import type { LocalDateTime } from '../picker/time-picker.tsx'
import { useFreeSlots } from '../picker/use-free-slots.ts'
import { connectedPlatforms } from '../../accounts/account-state.ts'
import { limitedAccount } from '../../accounts/limited-account.ts'
import { cutOffPlatforms } from '../../accounts/cut-off-platforms.ts'
import { findBlockers } from '../../posts/editor/find-blockers.ts'
import { BlockerList } from '../../posts/editor/blocker-list.tsx'
import { TagsDialog } from '../../posts/tags/lazy-tags-dialog.ts'
import { TagMarks } from '../../posts/tags/tag-marks.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { boxClass, Field } from '../../ui/field.tsx'
import { useDayNames } from './use-day-names.ts'

type AddPostDialogProps = { date: string; typed: string; onType: (content: string) => void; onClose: () => void }

export default function AddPostDialog({ date, typed, onType, onClose }: AddPostDialogProps) {
  const t = useTranslations('calendar')
  const posts = useTranslations('posts')
  const posting = useTranslations('composer.posting')
  const format = useFormatter()
  const locale = useLocale()
  const dates = useDates()
  const names = useDayNames()
  const now = useNow()
  const errorText = useErrorText()
  const blockersId = useId()
  const accounts = useQuery(reading('GET /api/social-accounts')).data
  const cutOff = cutOffPlatforms(useQuery(reading('GET /api/platforms')).data)
  const { user } = useUser()
  const connected = connectedPlatforms(accounts ?? [], now)
  const [lastChoice] = useState(() => (user ? readPlatformChoice(user.id) : null))
  const [chosenPlatforms, setPlatforms] = useState<Platform[] | null>(null)
  const platforms = chosenPlatforms ?? obviousPlatforms(connected, lastChoice).filter(maySchedule)
  const [media, changeMedia] = useReducer(mediaReducer, NO_MEDIA)
  const tools = useMedia(media, changeMedia)
  const [tagIds, setTagIds] = useState<readonly string[]>([])
  const [isTagging, setIsTagging] = useState(false)
  const [chosenByUser, choose] = useState<LocalDateTime | null>(null)
  const [isPending, setIsPending] = useState(false)
  const { free } = useFreeSlots(platforms, undefined)
  const [, recheckTime] = useState(0)

  // Proposes the day's first free slot, else 09:00. If 09:00 has passed, proposes an hour from now, and in the last
  // hour of today, tomorrow's 09:00.
  const slot = free.find((at) => dates.dayKey(at) === date)
  const morning = instantOf(date, '09:00', dates.timeZone)
  const soon = inAnHour(now)
  const later = dates.dayKey(soon) === date ? soon : tomorrowMorning(now, dates.timeZone)
  const proposed = slot ?? (morning && morning > now ? morning : later)
  const chosen = chosenByUser ?? (proposed ? wallClock(proposed, dates.timeZone) : { date, time: '' })
  const at = instantOf(chosen.date, chosen.time, dates.timeZone)
  const isPast = at !== null && at <= new Date()

  const limited = platforms.map((platform) => limitedAccount(accounts ?? [], platform))
  const { count, limit } = tightestCount(limited, typed)
  const text = typed.trim()
  const blockers = text
    ? findBlockers(
        limited,
        { text, pictureCount: media.pictures.length, video: videoOf(media), document: documentOf(media) },
        cutOff,
      )
    : []
  const unconnected = accounts ? platforms.filter((platform) => !postingAccount(accounts, platform, now)) : []
  const uploadProblem = findUploadProblem(media)
  const missingFields = [
    text === '' && t('lack.text'),
    platforms.length === 0 && t('lack.network'),
    at === null && t('lack.time'),
  ].filter((item) => item !== false)
  const reason = uploadProblem
    ? posting(uploadProblem === 'sending' ? 'sendingPicture' : 'failedPicture')
    : missingFields.length > 0
      ? t('lacks', { things: new Intl.ListFormat(locale).format(missingFields) })
      : null
  const isInvalid =
    text === '' ||
    platforms.length === 0 ||
    at === null ||
    isPast ||
    blockers.length > 0 ||
    unconnected.length > 0 ||
    uploadProblem !== null

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isInvalid || isPending || at === null) return
    if (at <= new Date()) return recheckTime((count) => count + 1)
    setIsPending(true)
    try {
      await tools.altTexts.saveNow()
      const sent = sentMedia(media)
      const results = await Promise.allSettled(
        platforms.map((platform) =>
          call('POST /api/posts', {
            body: {
              content: text,
              platform,
              status: 'scheduled',
              accountId: accounts && postingAccount(accounts, platform, now)?.id,
              contentLanguage: textDirection(text) === 'rtl' ? 'ar' : 'en',
              media: sent,
              ...(tagIds.length > 0 && { tagIds: [...tagIds] }),
              ...chosenTime(at, dates.timeZone),
            },
          }),
        ),
      )
      reportResults(results, at)
    } catch (error) {
      toast({ title: t('failed'), description: errorText(error), isDestructive: true })
    } finally {
      setIsPending(false)
      void invalidate('/api/posts', '/api/slots')
    }
  }

  function reportResults(results: readonly PromiseSettledResult<Post>[], when: Date) {
    const failed = results.flatMap((result, index) => {
      const platform = platforms[index]
      return result.status === 'rejected' && platform ? [{ platform, reason: result.reason as unknown }] : []
    })
    const [first] = failed
    if (first) {
      // Keep only the failed networks selected, so that a retry does not schedule the other posts twice.
      setPlatforms(failed.map(({ platform }) => platform))
      const values = { platform: isolate(rulesOf(first.platform).name), reason: errorText(first.reason) }
      toast({ title: t('failed'), description: t('failedFor', values), isDestructive: true })
      return
    }
    onType('')
    const values = { count: results.length, day: dates.fullDay(when), time: dates.time(when) }
    const isInReview = results.some((result) => result.status === 'fulfilled' && result.value.status === 'in_review')
    const title = isInReview ? posts('sentForApproval') : t('scheduled')
    toast({ title, description: isInReview ? undefined : t('scheduledText', values) })
    onClose()
  }

  return (
    <Dialog
      title={t('add')}
      description={names.full(date)}
      width="side"
      isHeld={uploadProblem === 'sending' || text !== '' || media.pictures.length > 0}
      onClose={onClose}
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-1 flex-col gap-5">
        <Field
          label={t('content')}
          aside={
            <span className={classNames('text-13 tabular-nums', count > limit ? 'text-coral' : 'text-ink-soft')}>
              <span className="sr-only">
                {t('count', { count: format.number(count), limit: format.number(limit) })}
              </span>
              <span aria-hidden="true">
                {format.number(count)} / {format.number(limit)}
              </span>
            </span>
          }
        >
          {(field) => (
            <textarea
              {...field}
              aria-describedby={blockersId}
              dir="auto"
              value={typed}
              onChange={({ target }) => onType(target.value)}
              className={classNames(
                boxClass(blockers.length > 0),
                'field-sizing-content min-h-[calc(6lh+1.25rem)] resize-none px-3 py-2 text-16!',
              )}
            />
          )}
        </Field>
        <div id={blockersId} aria-live="polite" className="-mt-3 text-14 empty:hidden">
          <BlockerList blockers={blockers} />
        </div>
        <PlatformChoice
          label={t('platforms')}
          offered={PLATFORMS.filter(maySchedule)}
          own={connected}
          chosen={platforms}
          onChange={setPlatforms}
        />
        {unconnected.length > 0 && (
          <p aria-live="polite" className="-mt-2 text-13 text-ink-soft">
            {t('connectFirst', {
              platforms: new Intl.ListFormat(locale).format(unconnected.map((item) => isolate(rulesOf(item).name))),
            })}{' '}
            {mayAs('owner') && (
              <Link href="/social-accounts" className="font-strong text-pond underline">
                {t('connect')}
              </Link>
            )}
          </p>
        )}
        <MediaSection media={media} tools={tools} suggestIn={null} dispatch={changeMedia} />
        <div>
          <Button aria-haspopup="dialog" onClick={() => setIsTagging(true)}>
            {posts('drafts.tags')}
          </Button>
          <TagMarks tagIds={tagIds} />
        </div>
        <TimeDisclosure platforms={platforms} chosen={chosen} at={at} isPast={isPast} onChange={choose} />
        <p className="-mt-3 text-13 text-ink-soft">{dates.zoneName(at ?? now)}</p>
        <div className="-mt-5 flex-1" />
        <DialogActions onCancel={onClose}>
          {reason && (
            <p aria-live="polite" className="order-first w-full text-13 text-ink-soft">
              {reason}
            </p>
          )}
          <Button type="submit" variant="primary" disabled={isInvalid} isPending={isPending}>
            {mayPublish(platforms) ? t('submit') : posts('askForApproval')}
          </Button>
        </DialogActions>
      </form>
      {/* The dialog for tags is outside of the form. Otherwise, submitting a new tag would also submit the form. */}
      {isTagging && (
        <TagsDialog
          posts={[{ id: '', tagIds: [...tagIds] }]}
          onChoose={setTagIds}
          onClose={() => setIsTagging(false)}
        />
      )}
    </Dialog>
  )
}
