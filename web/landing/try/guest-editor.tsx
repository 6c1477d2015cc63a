import { useDeferredValue, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { limitsFor } from '#core/platforms/limits.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import { countFor } from '#core/platforms/text-count.ts'
import { publishedText } from '#core/posts/published-text.ts'
import { isolate } from '../../lib/isolate.ts'
import { AddedText } from '../../writing/editor/added-text.tsx'
import { networkMarks } from '../../writing/editor/field-marks.ts'
import { PostField } from '../../writing/editor/post-field.tsx'
import type { TextMark } from '../../writing/editor/text-marks.ts'

interface GuestEditorProps {
  platform: Platform
  /** Identifies the draft whose undo history the field uses. */
  draftKey: string
  text: string
  hashtags: readonly string[]
  /** Marks of claims, as offsets in `markedText`. */
  claimMarks: readonly TextMark[]
  markedText: string
  onChange: (text: string) => void
  onCaret: (offset: number) => void
}

const NO_VIDEOS: readonly never[] = []

/** A visitor's draft as its network shows it. A press puts the caret into the text. */
export function GuestEditor(editor: GuestEditorProps) {
  const { platform, draftKey, text, hashtags, claimMarks, markedText, onChange, onCaret } = editor
  const t = useTranslations('try')
  const marked = useDeferredValue(text)
  const network = useMemo(
    () => networkMarks({ account: { platform }, content: marked, hashtags, videos: NO_VIDEOS }),
    [platform, marked, hashtags],
  )
  const marks = useMemo(
    () => [...network.marks, ...(markedText === marked ? claimMarks : [])],
    [network, claimMarks, markedText, marked],
  )
  const share = countFor(platform, publishedText({ content: text, hashtags })) / limitsFor({ platform }).textLimit
  const label = t('text', { platform: isolate(rulesOf(platform).name) })
  return (
    <>
      <PostField
        key={draftKey}
        historyKey={draftKey}
        label={label}
        value={text}
        instead={null}
        marks={marks}
        marked={marked}
        fold={network.fold}
        share={share}
        placeholder={label}
        describedBy={undefined}
        isInvalid={share > 1}
        menu={null}
        isLocked={false}
        onText={onChange}
        onSelection={({ start }, isByUser) => isByUser && onCaret(start)}
        onKeyDown={() => {}}
      >
        {() => null}
      </PostField>
      <AddedText content={text} hashtags={hashtags} videos={NO_VIDEOS} />
    </>
  )
}
