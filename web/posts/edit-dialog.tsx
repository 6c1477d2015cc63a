import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useReducer, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { postingAccount, postingAccounts } from '#core/accounts/posting-account.ts'
import type { LimitedAccount } from '#core/platforms/limits.ts'
import { PLATFORMS, rulesOf, type Platform } from '#core/platforms/platform.ts'
import { optionsOn } from '#core/platforms/options-of-network.ts'
import { takenBy } from '#core/platforms/text-count.ts'
import { type PostOptions } from '#core/platforms/post-options.ts'
import type { Image } from '#core/media/contract.ts'
import type { Post, Video } from '#core/posts/contract.ts'
import { publishedText } from '#core/posts/published-text.ts'
import { isNumberedThread, joinThread } from '#core/posts/split-thread.ts'
import { limitedAccount } from '../accounts/limited-account.ts'
import { accountLabel } from '../accounts/account-state.ts'
import { useDates } from '../lib/dates.ts'
import { useEnterKey } from '../lib/enter-key.ts'
import { useErrorText } from '../lib/error-text.ts'
import { isolate } from '../lib/isolate.ts'
import { reading } from '../lib/queries.ts'
import { mayPublish } from '../lib/role.ts'
import { useUser } from '../lib/session.ts'
import { chosenTime } from '#core/posts/wall-time.ts'
import { instantOf, wallClock } from '#core/time-zone.ts'
import { toast } from '../lib/toast.ts'
import { MediaSection } from '../writing/media/media-section.tsx'
import {
  sentMedia,
  mediaReducer,
  findUploadProblem,
  documentOf,
  videoOf,
  type Media,
  type Picture,
} from '../writing/media/media-state.ts'
import { useMedia } from '../writing/media/use-media.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { LoadFailed } from '../ui/load-failed.tsx'
import { Select } from '../ui/select.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { LocalDateTime } from '../planning/picker/time-picker.tsx'
import { TimeDisclosure } from '../planning/picker/time-disclosure.tsx'
import { ownName } from './author.ts'
import { Counter } from './editor/counter.tsx'
import { GrowingField } from './editor/growing-field.tsx'
import { HashtagList } from './editor/hashtag-list.tsx'
import { PostBlockers } from './editor/post-blockers.tsx'
import { PostBody } from './editor/post-body.tsx'
import { PostOptionsField, ThreadWarningNote } from './editor/post-options-field.tsx'
import { cutOffPlatforms } from '../accounts/cut-off-platforms.ts'
import { findBlockers } from './editor/find-blockers.ts'
import { deleteUnsavedEdit, furtherParts, isUnchanged, storeUnsavedEdit, type UnsavedEdit } from './unsaved-edit.ts'
import { PostState } from './post-state.tsx'
import { StoredPostNotice } from './stored-post-notice.tsx'
import { TroubleReason } from './trouble-reason.tsx'
import { useNow } from '../lib/use-now.ts'

export type PostEdit = {
  content: string
  hashtags?: string[]
  platform: Platform
  scheduledAt?: string
  timeZone?: string
  wallTime?: string
  accountId?: string
  media?: { images: string[]; videos: Video[] }
  parts?: { content: string; imageIds?: string[] }[]
  firstComment?: UnsavedEdit['firstComment']
  options?: UnsavedEdit['options']
}

const NOT_RETRIED: ReadonlySet<Post['status']> = new Set(['failed', 'missed'])

interface Editing {
  post: Post
  /** The post on the server, if it has changed in the meantime. */
  stored: Post | null
  unsaved: UnsavedEdit | null
  isPending: boolean
  onSave: (edit: PostEdit, isSentNow: boolean) => void
  onUseStored: () => void
  onDiscard: () => void
  onClose: () => void
}

export default function EditDialog(editing: Editing) {
  const t = useTranslations('posts')
  const ids = editing.post.media.images
  const images = useQuery({ ...reading('GET /api/images', { query: { ids: ids.join(',') } }), enabled: ids.length > 0 })
  return (
    <Dialog title={t('editing.title')} width="xl" onClose={editing.onClose}>
      {editing.stored && (
        <StoredPostNotice post={editing.stored} text={t('changed.typed')} onUse={editing.onUseStored} />
      )}
      {!editing.stored && NOT_RETRIED.has(editing.post.status) && (
        <div className="mb-4 border-t-2 border-coral pt-2.5">
          <PostState state={editing.post.status} className="mb-1" />
          <TroubleReason post={editing.post} hasObstacle />
        </div>
      )}
      {editing.unsaved && !editing.stored && (
        <output className="mb-3 flex flex-wrap items-center gap-x-2 text-13 text-ink-soft">
          <span>{t('editing.kept')}</span>
          <Button variant="quiet" size="sm" className="-ms-3 sm:ms-0" onClick={editing.onDiscard}>
            {t('editing.discard')}
          </Button>
        </output>
      )}
      {images.error && <LoadFailed error={images.error} onRetry={() => void images.refetch()} />}
      {images.isLoading && <Skeleton className="h-80" />}
      {(images.data || ids.length === 0) && (
        <EditForm
          key={`${editing.post.revision} ${editing.unsaved !== null}`}
          {...editing}
          images={images.data ?? []}
        />
      )}
    </Dialog>
  )
}

function EditForm({
  post,
  unsaved,
  isPending,
  onSave,
  onDiscard,
  onClose,
  stored,
  images,
}: Editing & { images: readonly Image[] }) {
  const t = useTranslations('posts')
  const posting = useTranslations('composer.posting')
  const app = useTranslations('app')
  const dates = useDates()
  const { timeZone } = dates
  const now = useNow()
  const start = post.scheduledAt ? wallClock(new Date(post.scheduledAt), timeZone) : { date: '', time: '' }
  const blockersId = useId()
  const { user } = useUser()
  const [content, setContent] = useState(unsaved?.content ?? post.content)
  const [hashtags, setHashtags] = useState(unsaved?.hashtags ?? post.hashtags)
  const [platform, setPlatform] = useState<Platform>(unsaved?.platform ?? post.platform)
  const accounts = useQuery(reading('GET /api/social-accounts')).data ?? []
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [chosen, choose] = useState<LocalDateTime>(start)
  // The chosen time may pass while the dialog is open. This state renders the dialog again to check the time.
  const [, recheckTime] = useState(0)
  const [further, setFurther] = useState(
    () => unsaved?.further ?? (rulesOf(platform).threads ? furtherParts(post) : []),
  )
  const storedComment = unsaved?.firstComment === undefined ? post.firstComment : unsaved.firstComment
  const [comment, setComment] = useState(storedComment?.content ?? '')
  // Another browser may have removed the comment that the author was changing.
  const afterMinutes = (post.firstComment ?? storedComment)?.afterMinutes ?? null
  const [options, setOptions] = useState<PostOptions | null>(() =>
    optionsOn(platform, (unsaved?.options === undefined ? post.options : unsaved.options) ?? null),
  )
  const typed = { content, hashtags, platform, further, comment, afterMinutes, options }
  useEditBackup(user?.id, post, unsaved?.revision ?? post.revision, typed)
  const [media, changeMedia] = useReducer(mediaReducer, { images, videos: post.media.videos }, mediaOf)
  const mediaTools = useMedia(media, changeMedia)
  const [isDescribing, setIsDescribing] = useState(false)
  const errorText = useErrorText()

  const textWith = (typed: string) => publishedText({ content: typed, hashtags, videos: media.videos })
  const text = textWith(content)
  const cutOff = cutOffPlatforms(useQuery(reading('GET /api/platforms')).data)
  const taken = takenBy(options)
  const limited = { ...limitedAccount(accounts, platform, chosenId ?? post.accountId), taken }
  const blockers = [
    ...findBlockers(
      [limited],
      { text, pictureCount: media.pictures.length, video: videoOf(media), document: documentOf(media) },
      cutOff,
    ),
    ...further.flatMap((part, index) =>
      findBlockers([limited], { text: publishedText(part), pictureCount: part.imageIds.length }, cutOff).map(
        (blocker) => ({ ...blocker, part: index + 2 }),
      ),
    ),
  ]
  const uploadProblem = findUploadProblem(media)
  const at = instantOf(chosen.date, chosen.time, timeZone, post.scheduledAt ? new Date(post.scheduledAt) : null)
  const isOver = NOT_RETRIED.has(post.status)
  const isTimeChanged = chosen.date !== start.date || chosen.time !== start.time
  // A time that the user has not changed may be past, because editing the text of a missed post must not require a
  // new time.
  const isPast = isTimeChanged && at !== null && at <= new Date()
  const platforms = PLATFORMS.filter((item) => rulesOf(item).offeredWhenEditing || item === post.platform)

  // Offers the post's account even if it cannot publish, so that saving other changes does not replace it by
  // accident.
  const own = platform === post.platform ? accounts.find(({ id }) => id === post.accountId) : undefined
  const usable = postingAccounts(accounts, platform, now)
  const choices = own && !usable.includes(own) ? [own, ...usable] : usable
  const account = choices.find(({ id }) => id === chosenId) ?? own ?? postingAccount(accounts, platform, now)

  // Frogy publishes a failed or missed post only if the user asks, so the dialog offers to publish it now.
  const canSendNow = isOver && !isTimeChanged && !stored && mayPublish([platform])
  const cannotSave = blockers.length > 0 || uploadProblem !== null || (isTimeChanged && at === null) || isPast
  const form = useRef<HTMLFormElement>(null)

  function changePlatform(next: Platform) {
    setPlatform(next)
    setOptions(optionsOn(next, options))
    if (rulesOf(next).threads || further.length === 0) return
    const texts = [content, ...further.map((part) => part.content)]
    setContent(joinThread(texts, isNumberedThread(texts)))
    setFurther([])
  }

  async function save(isSentNow = false) {
    if (cannotSave || isPending || isDescribing) return
    if (isTimeChanged && at && at <= new Date()) return recheckTime((count) => count + 1)
    setIsDescribing(true)
    try {
      // Save the alt texts first, because the server must have them before it publishes the post.
      await mediaTools.altTexts.saveNow()
    } catch (error) {
      return toast({ title: t('editing.failed'), description: errorText(error), isDestructive: true })
    } finally {
      setIsDescribing(false)
    }
    const sent = sentMedia(media)
    const edit = {
      content,
      platform,
      ...(isTimeChanged && at && chosenTime(at, timeZone)),
      ...(account && { accountId: account.id }),
      ...(JSON.stringify(hashtags) !== JSON.stringify(post.hashtags) && { hashtags }),
      ...(JSON.stringify(sent) !== JSON.stringify(post.media) && { media: sent }),
      ...(JSON.stringify(further) !== JSON.stringify(furtherParts(post)) && {
        parts: [{ content }, ...further],
      }),
      ...changesBesideText(post, typed),
    }
    onSave(edit, isSentNow)
  }

  useEnterKey(form, () => void save())

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      className="flex flex-col gap-5"
    >
      <div className="grid gap-x-6 gap-y-4 md:grid-cols-[minmax(0,1fr)_220px]">
        <div className="min-w-0 [--field:none] md:[--field:max(32dvh,90dvh-28.5rem)]">
          <PostBody
            label={t('editing.content')}
            platform={platform}
            account={account}
            ownName={ownName(user)}
            content={content}
            hashtags={hashtags}
            media={media}
            when={
              at && at > now
                ? isolate(t('schedule.at', { day: dates.shortDay(at), time: dates.time(at) }))
                : isOver
                  ? t(`statuses.${post.status}`)
                  : undefined
            }
            options={options}
            isEditing
            refusedBy={blockers.length > 0 ? blockersId : undefined}
            onType={setContent}
          />
          {further.length > 0 && options?.contentWarning && (
            <div className="mt-3">
              <ThreadWarningNote />
            </div>
          )}
          {further.map((part, index) => (
            <FurtherPart
              key={index}
              account={limited}
              label={t('partOf', { part: index + 2, total: further.length + 1 })}
              content={part.content}
              onType={(typed) =>
                setFurther(further.map((one, at) => (at === index ? { ...one, content: typed } : one)))
              }
            />
          ))}
          {afterMinutes !== null && (
            <FurtherPart account={limited} label={t('firstComment')} content={comment} onType={setComment} isComment />
          )}
          <PostOptionsField
            key={platform}
            platform={platform}
            options={options}
            account={account}
            onChange={setOptions}
          />
        </div>
        <div>
          {/* Inside the column, so that this sticky element does not move below the end of the post. */}
          <div className="flex flex-col gap-3 text-14 md:sticky md:top-14">
            <div className="max-md:sr-only">
              <Counter
                platform={platform}
                text={text}
                hasPictures={media.pictures.length > 0}
                accountId={chosenId ?? post.accountId}
                taken={taken}
              />
            </div>
            <div className="flex flex-col max-md:-mb-3">
              <PostBlockers
                id={blockersId}
                blockers={blockers}
                content={content}
                textWith={textWith}
                onShorten={setContent}
              />
            </div>
            <HashtagList hashtags={hashtags} onChange={setHashtags} />
            <Select
              label={t('editing.platform')}
              value={platform}
              options={platforms.map((value) => ({ value, label: rulesOf(value).name }))}
              onChange={changePlatform}
            />
            {account && choices.length > 1 && (
              <Select
                label={t('editing.account')}
                value={account.id}
                options={choices.map((choice) => ({ value: choice.id, label: accountLabel(choice) }))}
                onChange={setChosenId}
              />
            )}
          </div>
        </div>
      </div>
      <MediaSection media={media} tools={mediaTools} hasPreview suggestIn={null} dispatch={changeMedia} />
      <TimeDisclosure
        chosen={chosen}
        at={at}
        isPast={isPast}
        isOver={isOver && !isTimeChanged}
        platforms={[platform]}
        exceptId={post.id}
        onChange={choose}
      />
      {isOver && !isTimeChanged && <p className="-mt-3 text-13 text-ink-soft">{t('editing.over')}</p>}
      {uploadProblem && (
        <p aria-live="polite" className="text-13 font-strong">
          {posting(uploadProblem === 'sending' ? 'sendingPicture' : 'failedPicture')}
        </p>
      )}
      <DialogActions>
        <div aria-hidden="true" className="self-center md:hidden">
          <Counter
            platform={platform}
            text={text}
            hasPictures={media.pictures.length > 0}
            accountId={chosenId ?? post.accountId}
            taken={taken}
          />
        </div>
        <Button
          onClick={() => {
            onDiscard()
            onClose()
          }}
        >
          {app('cancel')}
        </Button>
        <Button
          type="submit"
          variant={canSendNow ? 'outline' : 'primary'}
          aria-keyshortcuts="Control+Enter Meta+Enter"
          disabled={cannotSave}
          isPending={isPending || isDescribing}
        >
          {stored ? t('editing.mine') : isOver && isTimeChanged ? t('editing.schedule') : t('save')}
        </Button>
        {canSendNow && (
          <Button
            variant="primary"
            disabled={cannotSave}
            isPending={isPending || isDescribing}
            onClick={() => void save(true)}
          >
            {t('editing.postNow')}
          </Button>
        )}
      </DialogActions>
    </form>
  )
}

/** A field for a thread part after the first, or for the first comment. */
function FurtherPart({
  account,
  label,
  content,
  isComment = false,
  onType,
}: {
  account: LimitedAccount
  label: string
  content: string
  isComment?: boolean
  onType: (content: string) => void
}) {
  return (
    <div className="mt-3">
      <div className="mb-1 flex items-center justify-between gap-2 text-14">
        <span className="font-strong">{label}</span>
        {!isComment && (
          <Counter platform={account.platform} text={publishedText({ content })} taken={account.taken ?? 0} />
        )}
      </div>
      <div className="rounded-control bg-sunk/60 px-3 py-2.5 inset-ring inset-ring-line-strong focus-within:inset-ring-2 focus-within:inset-ring-pond">
        <GrowingField
          account={account}
          content={content}
          sentText={isComment ? '' : publishedText({ content })}
          aria-label={label}
          onChange={(event) => onType(event.target.value)}
        />
      </div>
    </div>
  )
}

interface Typed extends Pick<Post, 'content' | 'hashtags' | 'platform'> {
  further: NonNullable<UnsavedEdit['further']>
  comment: string
  /** Null if the post has no first comment. */
  afterMinutes: number | null
  options: PostOptions | null
}

/** The first comment and the options, if they were changed. */
function changesBesideText(
  post: Post,
  { platform, comment, afterMinutes, options }: Omit<Typed, 'content' | 'hashtags' | 'further'>,
): Pick<UnsavedEdit, 'firstComment' | 'options'> {
  const isCommentChanged = comment !== (post.firstComment?.content ?? '')
  const areOptionsChanged = JSON.stringify(options) !== JSON.stringify(optionsOn(platform, post.options ?? null))
  return {
    ...(isCommentChanged && {
      firstComment: comment.trim() === '' ? null : { content: comment, afterMinutes: afterMinutes ?? 0 },
    }),
    ...(areOptionsChanged && { options }),
  }
}

function useEditBackup(
  userId: string | undefined,
  post: Post,
  revision: number,
  { content, hashtags, platform, further, comment, afterMinutes, options }: Typed,
) {
  const wasTyped = useRef(false)
  useEffect(() => {
    // Does not store the text on the first render, because it is already stored or equals the post's text.
    const isFirst = !wasTyped.current
    wasTyped.current = true
    if (isFirst || !userId) return
    const others = changesBesideText(post, { platform, comment, afterMinutes, options })
    const edit = { content, hashtags, platform, ...(post.parts && { further }), ...others }
    if (isUnchanged(edit, post)) deleteUnsavedEdit(userId, post.id)
    else storeUnsavedEdit(userId, { postId: post.id, revision, ...edit })
  }, [userId, post, revision, content, hashtags, platform, further, comment, afterMinutes, options])
}

function mediaOf({ images, videos }: { images: readonly Image[]; videos: Video[] }): Media {
  const pictures = images.map((image): Picture => ({ key: image.id, state: 'ready', image, altText: image.altText }))
  return { pictures, videos }
}
