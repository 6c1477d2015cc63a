import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { POST_TEXT } from '../../posts/preview-text.tsx'
import { FieldOverlay } from './field-overlay.tsx'
import { openTextField, type TextField } from './text-field.ts'
import { showMarks, type TextMark } from './text-marks.ts'
import { isCaret, type TextRange } from './text-edits.ts'

interface PostFieldProps {
  /** Identifies the text whose undo history the field uses. */
  historyKey: string
  label: string
  value: string
  /** The text that a tool is currently writing. The field shows it in place of `value`, and the user cannot edit it. */
  instead: string | null
  /** Marks, as offsets in `marked`. For a long text, `marked` may be older than `value`. */
  marks: readonly TextMark[]
  marked: string
  fold: number | null
  /** How much of the network's character limit is used, from 0 to 1. */
  share: number
  placeholder: string
  describedBy: string | undefined
  isInvalid: boolean
  /** The id of an open menu, and of the option that the arrow keys have selected. */
  menu: { id: string; option: string | undefined } | null
  isLocked: boolean
  onText: (text: string, isTyped: boolean, selection: TextRange) => void
  onSelection: (selection: TextRange, isByUser: boolean) => void
  onKeyDown: (event: KeyboardEvent) => void
  /** Renders elements next to the field, such as the toolbar at a selection. */
  children: (field: TextField) => ReactNode
}

/** Beyond this share of the character limit, the gauge for it (a lily pad) also appears at the caret. */
const NEAR_LIMIT = 0.8

/** A plain text field that looks like the published post. */
export function PostField({
  historyKey,
  label,
  value,
  instead,
  marks,
  marked,
  fold,
  share,
  placeholder,
  describedBy,
  isInvalid,
  menu,
  isLocked,
  onText,
  onSelection,
  onKeyDown,
  children,
}: PostFieldProps) {
  const root = useRef<HTMLDivElement>(null)
  const [field, setField] = useState<TextField | null>(null)
  const [caret, setCaret] = useState<number | null>(null)
  const [isFocused, setIsFocused] = useState(false)

  const reportText = useEffectEvent(onText)
  const reportSelection = useEffectEvent((selection: TextRange, isByUser: boolean) => {
    setCaret(isCaret(selection) ? selection.start : null)
    onSelection(selection, isByUser)
  })
  const reportKey = useEffectEvent(onKeyDown)
  const given = useEffectEvent(() => value)
  useLayoutEffect(() => {
    const { current } = root
    if (!current) return
    const opened = openTextField(current, historyKey, given(), {
      onText: (text, isTyped) => reportText(text, isTyped, opened.selection),
      onSelection: (selection, isByUser) => reportSelection(selection, isByUser),
    })
    // Handle a key before the field's own listener, so that an open menu receives it first.
    const onKey = (event: KeyboardEvent) => reportKey(event)
    current.addEventListener('keydown', onKey, { capture: true })
    setField(opened)
    return () => {
      current.removeEventListener('keydown', onKey, { capture: true })
      opened.close()
    }
  }, [historyKey])

  const isEditable = !isLocked && instead === null
  useLayoutEffect(() => {
    // Some browsers do not support `plaintext-only`. The field then removes the format of pasted text itself.
    const { current } = root
    if (current && isEditable && current.contentEditable !== 'plaintext-only') current.contentEditable = 'true'
  }, [isEditable])
  useLayoutEffect(() => field?.setText(value), [field, value])
  useLayoutEffect(() => field?.showInstead(instead), [field, instead])

  const hideMarks = useRef(() => {})
  useLayoutEffect(() => {
    if (!field || (instead === null && marked !== field.text)) return
    hideMarks.current()
    hideMarks.current = instead === null ? showMarks(field, marks) : () => {}
  }, [field, marks, marked, instead])
  useEffect(() => () => hideMarks.current(), [])

  const isEmpty = value === '' && instead === null
  return (
    <div className="relative">
      <div
        ref={root}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a textarea cannot mark words or give lines directions
        role="textbox"
        tabIndex={0}
        contentEditable={isEditable ? 'plaintext-only' : false}
        suppressContentEditableWarning
        // Keep the browser from translating the post together with the page.
        translate="no"
        aria-multiline="true"
        aria-label={label}
        aria-readonly={!isEditable || undefined}
        aria-busy={instead !== null || undefined}
        aria-invalid={isInvalid || undefined}
        aria-describedby={describedBy}
        aria-placeholder={placeholder}
        aria-autocomplete={menu ? 'list' : undefined}
        aria-controls={menu?.id}
        aria-activedescendant={menu?.option}
        data-placeholder={isEmpty ? placeholder : undefined}
        data-writing={instead === null ? undefined : ''}
        spellCheck
        onFocus={() => setIsFocused(true)}
        onBlur={() => setIsFocused(false)}
        className={classNames(
          POST_TEXT,
          'post-field min-h-6 cursor-text outline-none focus-visible:shadow-none',
          instead !== null && 'breathes text-ink-soft',
        )}
      />
      <FieldOverlay
        root={root}
        fold={instead === null ? fold : null}
        padAt={isFocused && instead === null && share >= NEAR_LIMIT ? caret : null}
        share={share}
      />
      {field && children(field)}
    </div>
  )
}
