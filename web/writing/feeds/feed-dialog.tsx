import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormatter, useLocale, useTranslations } from 'use-intl'
import type { Platform } from '#core/platforms/platform.ts'
import type { FollowedFeed, NewFeed } from '#core/reading/feeds-contract.ts'
import { OUTPUT_LANGUAGES, TONES } from '#core/writing/options/basic.ts'
import { connectedPlatforms } from '../../accounts/account-state.ts'
import { call } from '../../lib/api.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { invalidate, reading } from '../../lib/queries.ts'
import { useUser } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { PlatformChoice } from '../../ui/platform-choice.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'

interface FeedDialogProps {
  /** The feed to change; undefined to add one. */
  feed?: FollowedFeed | undefined
  onClose: () => void
}

type Preview = Awaited<ReturnType<typeof call<'POST /api/followed-feeds/preview'>>>

export default function FeedDialog({ feed, onClose }: FeedDialogProps) {
  const t = useTranslations('following')
  const { user } = useUser()
  const locale = useLocale()
  const errorText = useErrorText()
  const { data: accounts = [] } = useQuery(reading('GET /api/social-accounts'))
  const now = useNow()
  const [url, setUrl] = useState('')
  const [preview, setPreview] = useState<Preview | null>(null)
  const [platforms, setPlatforms] = useState<Platform[]>(feed?.platforms ?? user?.defaultPlatforms ?? ['linkedin'])
  const [language, setLanguage] = useState<NewFeed['language']>(
    feed?.language ?? (locale.startsWith('ar') ? 'arabic' : 'english'),
  )
  const [tone, setTone] = useState<NewFeed['tone']>(feed?.tone ?? 'professional')
  const finding = useMutation({
    mutationFn: () => call('POST /api/followed-feeds/preview', { body: { url } }),
    onSuccess: (found) => {
      setPreview(found)
      if (found.language) setLanguage(found.language === 'ar' ? 'arabic' : 'english')
    },
  })
  const saving = useMutation({
    mutationFn: async () => {
      const choices = { platforms, language, tone }
      if (feed) await call('PATCH /api/followed-feeds/{id}', { params: { id: feed.id }, body: choices })
      else await call('POST /api/followed-feeds', { body: { url: preview?.url ?? url, ...choices } })
      await invalidate('/api/followed-feeds')
    },
    onSuccess: onClose,
    onError: (reason) => {
      if (feed) toast({ title: t('failed'), description: errorText(reason), isDestructive: true })
    },
  })
  const error = finding.error ?? (feed ? null : saving.error)
  const isReady = feed !== undefined || preview !== null
  return (
    <Dialog title={t(feed ? 'dialog.changeTitle' : 'dialog.addTitle')} description={feed?.title} onClose={onClose}>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) saving.mutate()
          else finding.mutate()
        }}
      >
        {!feed && (
          <TextField
            type="url"
            inputMode="url"
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            label={t('dialog.address')}
            error={error && errorText(error)}
            value={url}
            maxLength={4_000}
            placeholder="https://"
            onChange={({ target }) => {
              setUrl(target.value)
              setPreview(null)
              finding.reset()
              saving.reset()
            }}
          />
        )}
        {preview && <FeedPreview preview={preview} />}
        {isReady && (
          <>
            <PlatformChoice
              label={t('dialog.networks')}
              own={connectedPlatforms(accounts, now)}
              chosen={platforms}
              onChange={setPlatforms}
            />
            <Segmented
              label={t('dialog.language')}
              value={language}
              options={OUTPUT_LANGUAGES.map((value) => ({ value, label: t(`languages.${value}`) }))}
              onChange={setLanguage}
            />
            <Select
              label={t('dialog.tone')}
              value={tone}
              options={TONES.map((value) => ({ value, label: t(`tones.${value}`) }))}
              onChange={setTone}
            />
          </>
        )}
        <DialogActions onCancel={onClose}>
          <Button
            type="submit"
            variant="primary"
            disabled={isReady ? platforms.length === 0 : url.trim() === ''}
            isPending={finding.isPending || saving.isPending}
          >
            {t(feed ? 'dialog.save' : preview ? 'add' : 'dialog.find')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function FeedPreview({ preview: { title, items } }: { preview: Preview }) {
  const t = useTranslations('following')
  const format = useFormatter()
  const now = useNow()
  return (
    <section aria-label={title} className="border-s-[3px] border-pond ps-3">
      <h3 className="text-14 font-strong break-words">
        <bdi>{title}</bdi>
      </h3>
      {items.length === 0 && <p className="text-13 text-ink-soft">{t('noItems')}</p>}
      <ul>
        {items.map((item) => (
          <li key={`${item.url} ${item.title}`} className="py-1 text-14">
            <bdi className="break-words">{item.title}</bdi>
            {item.publishedAt && (
              <span className="block text-13 text-ink-soft">
                {format.relativeTime(new Date(item.publishedAt), now)}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
