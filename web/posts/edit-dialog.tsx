import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { postingAccount, postingAccounts } from '#core/accounts/posting-account.ts'
import { PLATFORMS, rulesOf, type Platform } from '#core/platforms/platform.ts'
import { countFor } from '#core/platforms/text-count.ts'
import { textIssues } from '#core/platforms/text-issues.ts'
import type { Post } from '#core/posts/contract.ts'
import { publishedText } from '#core/posts/published-text.ts'
import { accountLabel } from '../accounts/account-state.ts'
import { useDates } from '../lib/dates.ts'
import { reading } from '../lib/queries.ts'
import { instantOf, wallClock } from '#core/time-zone.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { boxClass, Field, TextField } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { useIssueText } from './issue-text.ts'
import { useNow } from '../lib/now.ts'

export type PostEdit = { content: string; platform: Platform; scheduledAt: string | null; accountId?: string }

export function EditDialog({
  post,
  isPending,
  onSave,
  onClose,
}: {
  post: Post
  isPending: boolean
  onSave: (edit: PostEdit) => void
  onClose: () => void
}) {
  const t = useTranslations('posts')
  const app = useTranslations('app')
  const format = useFormatter()
  const { timeZone, zoneName } = useDates()
  const issueText = useIssueText()
  const now = useNow()
  const start = post.scheduledAt ? wallClock(new Date(post.scheduledAt), timeZone) : { date: '', time: '' }
  const [content, setContent] = useState(post.content)
  const [platform, setPlatform] = useState<Platform>(post.platform)
  const accounts = useQuery(reading('GET /api/social-accounts')).data ?? []
  const [chosenId, setChosenId] = useState<string | null>(null)
  const [date, setDate] = useState(start.date)
  const [time, setTime] = useState(start.time)
  const [isPast, setIsPast] = useState(false)

  const { images, videos } = post.media
  const text = publishedText({ content, hashtags: post.hashtags, videos })
  const issue = textIssues(platform, text, images.length)[0]
  const at = instantOf(date, time, timeZone)
  const wasMoved = date !== start.date || time !== start.time
  // A post that is on a network which editing does not offer keeps it as its own.
  const platforms = PLATFORMS.filter((one) => rulesOf(one).offeredWhenEditing || one === post.platform)

  // Its own account is among them also while that cannot be posted from: editing must not move it by accident.
  const own = platform === post.platform ? accounts.find(({ id }) => id === post.accountId) : undefined
  const able = postingAccounts(accounts, platform, now)
  const choices = own && !able.includes(own) ? [own, ...able] : able
  const account = choices.find(({ id }) => id === chosenId) ?? own ?? postingAccount(accounts, platform, now)

  function save(event: FormEvent) {
    event.preventDefault()
    if (wasMoved && at && at <= new Date()) return setIsPast(true)
    onSave({
      content,
      platform,
      scheduledAt: at ? at.toISOString() : null,
      ...(account && { accountId: account.id }),
    })
  }

  return (
    <Dialog title={t('editing.title')} closeLabel={app('close')} onClose={onClose}>
      <form noValidate onSubmit={save} onInput={() => setIsPast(false)} className="flex flex-col gap-4">
        <Field
          label={t('editing.content')}
          error={issue ? issueText(platform, issue) : null}
          aside={
            <span className="text-13 text-ink-soft tabular-nums">
              {format.number(countFor(platform, text))} / {format.number(rulesOf(platform).previewLimit)}
            </span>
          }
        >
          {(described) => (
            <textarea
              {...described}
              dir="auto"
              value={content}
              onChange={(event) => setContent(event.target.value)}
              rows={8}
              className={`${boxClass(Boolean(issue))} field-sizing-content max-h-[40dvh] min-h-32 p-3`}
            />
          )}
        </Field>
        <Select
          label={t('editing.platform')}
          value={platform}
          options={platforms.map((value) => ({ value, label: rulesOf(value).name }))}
          onChange={setPlatform}
        />
        {account && choices.length > 1 && (
          <Select
            label={t('editing.account')}
            value={account.id}
            options={choices.map((one) => ({ value: one.id, label: accountLabel(one) }))}
            onChange={setChosenId}
          />
        )}
        <div className="grid grid-cols-2 gap-3">
          <TextField
            type="date"
            label={t('schedule.date')}
            value={date}
            min={wallClock(now, timeZone).date}
            onChange={(event) => setDate(event.target.value)}
          />
          <TextField
            type="time"
            label={t('schedule.time')}
            value={time}
            onChange={(event) => setTime(event.target.value)}
          />
        </div>
        <p aria-live="polite" className="-mt-2 text-13 text-ink-soft">
          {isPast && <span className="block font-strong text-coral">{t('schedule.past')}</span>}
          {t('schedule.zone', { zone: zoneName(at ?? now) })}
        </p>
        <DialogActions>
          <Button onClick={onClose}>{app('cancel')}</Button>
          <Button type="submit" variant="primary" disabled={issue !== undefined || at === null} isPending={isPending}>
            {t('save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
