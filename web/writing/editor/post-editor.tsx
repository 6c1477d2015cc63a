import { useCallback, useDeferredValue, useId, useMemo, useRef, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { postingAccount } from '#core/accounts/posting-account.ts'
import { limitsFor } from '#core/platforms/limits.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import { countFor } from '#core/platforms/text-count.ts'
import type { Video } from '#core/posts/contract.ts'
import { publishedText } from '#core/posts/published-text.ts'
import type { OutputLanguage } from '#core/words.ts'
import { useLimitedAccount, useLoadedAccounts } from '../../accounts/limited-account.ts'
import { isolate } from '../../lib/isolate.ts'
import { withMessages } from '../../lib/language.ts'
import { lazyModule } from '../../lib/lazy-module.ts'
import { AddedText } from './added-text.tsx'
import type { BarsHandle } from './editor-bars.tsx'
import { networkMarks } from './field-marks.ts'
import { PostField } from './post-field.tsx'
import type { TextMark } from './text-marks.ts'
import { withLineFeeds, type TextRange } from './text-edits.ts'
import type { TextTools } from './text-tools.ts'

const useBars = lazyModule(() => withMessages(['rework'], () => import('./editor-bars.tsx')))

/** The description for screen readers quotes this many words to tell where the feed hides the rest. */
const WORDS_BEFORE_FOLD = 6

interface PostEditorProps {
  platform: Platform
  language: OutputLanguage
  topic: string
  /** The address of the draft's source. */
  sourceUrl: string | null
  /** Identifies the text whose undo history the field uses. */
  historyKey: string
  text: string
  hashtags: readonly string[]
  videos: readonly Video[]
  /** The number of characters in the content warning, which count against the limit too. */
  taken: number
  /** Marks of claims, as offsets in `markedText`. */
  claimMarks: readonly TextMark[]
  markedText: string
  tools: TextTools
  hasSibling: boolean
  /** Whether the text cannot be edited now, for example while it is being sent. */
  isLocked: boolean
  /** `isTyped` is false when undo or redo returns to an earlier text. */
  onChange: (text: string, isTyped: boolean) => void
  onSave: () => void
  onCaret: (selection: TextRange) => void
  onHashtags: (hashtags: string[]) => void
  onPhotoRequest: () => void
}

/** The editable text of a post, in a frame that looks like its network. */
export function PostEditor({
  platform,
  language,
  topic,
  sourceUrl,
  historyKey,
  text,
  hashtags,
  videos,
  taken,
  claimMarks,
  markedText,
  tools,
  hasSibling,
  isLocked,
  onChange,
  onSave,
  onCaret,
  onHashtags,
  onPhotoRequest,
}: PostEditorProps) {
  const t = useTranslations('cards.editor')
  const id = useId()
  const content = withLineFeeds(text)
  const { textLimit = null } = useLimitedAccount(platform)
  const marked = useDeferredValue(content)
  const network = useMemo(
    () => networkMarks({ account: { platform, textLimit, taken }, content: marked, hashtags, videos }),
    [platform, textLimit, taken, marked, hashtags, videos],
  )
  const published = useMemo(() => publishedText({ content: marked, hashtags, videos }), [marked, hashtags, videos])
  const share = (countFor(platform, published) + taken) / limitsFor({ platform, textLimit }).textLimit
  const [held, setHeld] = useState<TextRange | null>(null)
  const [menu, setMenu] = useState<{ id: string; option: string | undefined } | null>(null)
  const marks = useMemo(
    () => [
      ...network.marks,
      ...(markedText === marked ? claimMarks : []),
      ...(held ? [{ ...held, kind: 'selected' as const }] : []),
    ],
    [network, claimMarks, markedText, marked, held],
  )
  const bars = useRef<BarsHandle>(null)
  const editorBars = useBars(true, () => {})
  const { name, findsPeople } = rulesOf(platform)
  const accounts = useLoadedAccounts()
  const searchedBy = findsPeople ? (postingAccount(accounts, platform, new Date())?.id ?? null) : null
  const foldWords =
    network.fold === null
      ? null
      : marked.slice(0, network.fold).trim().split(/\s+/u).slice(-WORDS_BEFORE_FOLD).join(' ')
  const foldId = foldWords === null ? undefined : `${id}-fold`
  const holdWords = useCallback((range: TextRange | null) => setHeld(range), [])

  return (
    <div
      onBlur={({ relatedTarget, currentTarget }) => {
        if (relatedTarget && (currentTarget.contains(relatedTarget) || relatedTarget.closest('[role=menu]'))) return
        bars.current?.onLeave()
        onSave()
      }}
    >
      <PostField
        key={historyKey}
        historyKey={historyKey}
        label={t('label', { platform: isolate(name) })}
        value={content}
        instead={tools.instead}
        marks={marks}
        marked={marked}
        fold={network.fold}
        share={share}
        placeholder={t('placeholder')}
        describedBy={foldId}
        isInvalid={share > 1}
        menu={menu}
        isLocked={isLocked}
        onText={(next, isTyped, selection) => {
          onChange(next, isTyped)
          bars.current?.onText(next, isTyped, selection)
        }}
        onSelection={(selection, isByUser) => {
          if (isByUser) onCaret(selection)
          bars.current?.onSelection(selection, isByUser)
        }}
        onKeyDown={(event) => bars.current?.onKeyDown(event)}
      >
        {(field): ReactNode =>
          editorBars && (
            <editorBars.EditorBars
              ref={bars}
              field={field}
              platform={platform}
              language={language}
              hashtags={hashtags}
              topic={topic}
              sourceUrl={sourceUrl}
              tools={tools}
              hasSibling={hasSibling}
              searchedBy={searchedBy}
              onHashtags={onHashtags}
              onPhotoRequest={onPhotoRequest}
              onMenu={setMenu}
              onHeld={holdWords}
            />
          )
        }
      </PostField>
      {foldWords !== null && (
        <p id={foldId} hidden>
          {t('foldsAfter', { platform: isolate(name), words: isolate(foldWords) })}
        </p>
      )}
      <AddedText content={content} hashtags={hashtags} videos={videos} />
    </div>
  )
}
