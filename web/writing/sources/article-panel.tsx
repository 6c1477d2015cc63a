import { useRef, type ChangeEvent, type ClipboardEvent, type KeyboardEvent } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { pastedAddress } from '#core/address-in-text.ts'
import { afterPointerRelease } from '../../lib/after-pointer-release.ts'
import { useMessageText } from '../../lib/error-message.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { FileText, Rss } from '../../ui/icons.ts'
import type { Page } from './article-state.ts'
import { hostOf, isAddress } from './source.ts'
import type { useArticle } from './use-article.ts'
import { Waiting } from './waiting.tsx'

const PASTES = new Set(['insertFromPaste', 'insertFromDrop'])

export function ArticlePanel({
  article: { state, check, extract, cancel, reset },
  address,
  isMissing,
  onAddress,
}: {
  article: ReturnType<typeof useArticle>
  address: string
  isMissing: boolean
  onAddress: (address: string) => void
}) {
  const t = useTranslations('composer.source')
  const say = useMessageText()
  const field = useRef<HTMLInputElement>(null)
  const isBusy = state.step === 'checking' || state.step === 'extracting'
  const message = 'error' in state ? state.error : null
  const error = (message && say(message)) ?? (isMissing ? t(isBusy ? 'wait' : 'extractFirst') : null)

  function onKeyDown(event: KeyboardEvent) {
    // Enter fetches the article. Ctrl+Enter or ⌘+Enter requests drafts, which another handler does.
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    extract()
  }

  function changeAddress(value: string) {
    reset()
    onAddress(value)
  }

  function onPaste(event: ClipboardEvent) {
    const pasted = event.clipboardData.getData('text')
    if (!isAddress(pasted)) return
    event.preventDefault()
    const found = pastedAddress(pasted)
    changeAddress(found)
    extract(found)
  }

  function onType({ target: { value }, nativeEvent }: ChangeEvent<HTMLInputElement>) {
    changeAddress(value)
    if (PASTES.has((nativeEvent as InputEvent).inputType) && isAddress(value)) extract(value)
  }

  return (
    <div className="flex flex-col gap-2.5">
      <TextField
        ref={field}
        label={t('address')}
        type="url"
        inputMode="url"
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://"
        error={error}
        value={address}
        onPaste={onPaste}
        onChange={onType}
        onBlur={() =>
          address.trim() !== '' && state.step === 'entering' && state.error === null && afterPointerRelease(check)
        }
        onKeyDown={onKeyDown}
      />
      {'page' in state && <FoundPage page={state.page} />}
      <div className="flex min-h-11 items-center gap-3">
        <Button
          aria-busy={isBusy || undefined}
          // Keep the focus in the field when the user presses the button. Otherwise, an error could appear and move the
          // button during the click.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            if (address.trim() === '') field.current?.focus()
            extract()
          }}
        >
          {t('extract')}
        </Button>
        {isBusy && (
          <Waiting
            key={state.step}
            text={t(state.step)}
            startedAt={state.startedAt}
            onCancel={() => {
              cancel()
              field.current?.focus()
            }}
          />
        )}
        <Link
          href="/feeds"
          className="ms-auto inline-flex min-h-11 items-center gap-1.5 px-1 text-13 text-ink-soft hover:text-pond"
        >
          <Rss size={16} strokeWidth={1.75} />
          {t('feeds')}
        </Link>
      </div>
    </div>
  )
}

function FoundPage({ page: { url, title } }: { page: Page }) {
  const host = hostOf(url)
  return (
    <div className="flex gap-2">
      <FileText size={18} strokeWidth={1.75} className="mt-px shrink-0 text-ink-soft" />
      <div className="min-w-0 break-words">
        {title && title !== host && (
          <p className="text-14 font-strong">
            <bdi>{title}</bdi>
          </p>
        )}
        <p className="text-13 text-ink-soft">
          <bdi>{host}</bdi>
        </p>
      </div>
    </div>
  )
}
