import { newHistory, redone, undone, withStep, type EditHistory, type StepKind } from './edit-history.ts'
import { domRange, offsetOf, placesIn, readText, renderText, selectIn, selectionIn } from './field-dom.ts'
import {
  caretAt,
  isCaret,
  movedRange,
  patchBetween,
  replaceRange,
  withLineFeeds,
  type TextRange,
} from './text-edits.ts'

export interface TextField {
  readonly root: HTMLElement
  readonly text: string
  readonly selection: TextRange
  readonly isComposing: boolean
  /** Replaces the text after a change outside of the field, such as by a tool. The user can undo it. */
  setText: (text: string) => void
  /** Temporarily shows another text, which the user cannot edit. Null shows the field's own text again. */
  showInstead: (text: string | null) => void
  replace: (range: TextRange, inserted: string, selected?: TextRange) => void
  select: (range: TextRange) => void
  focus: () => void
  rangeOf: (range: TextRange) => Range
  close: () => void
}

interface Listeners {
  /** `isTyped` is false when undo or redo restores an earlier text. */
  onText: (text: string, isTyped: boolean) => void
  /** `isByUser` is false when the field itself moves the selection. */
  onSelection: (selection: TextRange, isByUser: boolean) => void
}

/** The undo histories of texts by key, so that undo still works after a field was unmounted. Kept only in memory. */
const histories = new Map<string, EditHistory>()
const MAX_HISTORIES = 30

/**
 * Makes an element a plain text field. The browser handles typing within a line. The field handles line breaks, the
 * clipboard and undo, because browsers differ there.
 */
export function openTextField(
  root: HTMLElement,
  key: string,
  given: string,
  { onText, onSelection }: Listeners,
): TextField {
  const kept = histories.get(key)
  let text = withLineFeeds(given)
  let history = kept ? withStep(kept, text, { ...OTHER, before: caretAt(0), after: caretAt(0) }) : newHistory(text)
  let selection: TextRange = caretAt(text.length)
  let isComposing = false
  let instead: string | null = null
  /** Whether Control or ⌘ is pressed. Enter is then a keyboard shortcut of the page, but browsers would add a line. */
  let isShortcut = false
  /** A text set by other code while the user was composing with an input method. It is applied afterwards. */
  let postponed: string | null = null
  const stop = new AbortController()

  function remember(next: EditHistory): void {
    history = next
    histories.delete(key)
    histories.set(key, next)
    const [oldest] = histories.keys()
    if (histories.size > MAX_HISTORIES && oldest !== undefined) histories.delete(oldest)
  }

  const isFocused = () => document.activeElement === root

  function show(next: TextRange): void {
    renderText(root, text)
    selection = next
    if (isFocused()) selectIn(root, next)
    onSelection(next, false)
  }

  function change(next: string, after: TextRange, kind: StepKind): void {
    if (next === text) return show(after)
    remember(withStep(history, next, { kind, at: performance.now(), before: selection, after }))
    text = next
    show(after)
    revealCaret()
    onText(text, true)
  }

  /** Scrolls to the caret. Browsers do this only for changes that they make themselves. */
  function revealCaret(): void {
    const [node] = placesIn(root)(selection.end)
    const line = isFocused() ? [...root.children].find((child) => child.contains(node)) : undefined
    // Do not scroll to a long paragraph, because the page would jump.
    if (line && line.clientHeight < innerHeight / 2) line.scrollIntoView({ block: 'nearest' })
  }

  function replace({ start, end }: TextRange, inserted: string, selected = caretAt(start + inserted.length)): void {
    change(replaceRange(text, { start, end }, inserted), selected, 'other')
  }

  /** Stores a change that the browser has made in the elements. */
  function takeOver(kind: StepKind): void {
    const next = readText(root)
    const before = selection
    const after = selectionIn(root) ?? selection
    const isChanged = next !== text
    text = next
    if (!isComposing) {
      remember(withStep(history, text, { kind, at: performance.now(), before, after }))
      renderText(root, text)
      if (isFocused() && !isSame(selectionIn(root), after)) selectIn(root, after)
    }
    selection = after
    onSelection(after, true)
    if (isChanged) onText(text, true)
  }

  function restore(restored: ReturnType<typeof undone>): void {
    if (!restored || isComposing) return
    remember(restored.history)
    text = restored.history.text
    show(restored.selection)
    revealCaret()
    onText(text, false)
  }

  function onBeforeInput(event: InputEvent): void {
    const { inputType, isComposing: composes } = event
    if (instead !== null) return event.preventDefault()
    if (composes || inputType.includes('Composition')) return
    if (inputType === 'historyUndo' || inputType === 'historyRedo') {
      event.preventDefault()
      return restore(inputType === 'historyUndo' ? undone(history) : redone(history))
    }
    if (inputType.startsWith('format')) return event.preventDefault()
    const inserted = insertedBy(event)
    if (inserted === null) return
    if (isShortcut && /Break|Paragraph/.test(inputType)) return event.preventDefault()
    // Some events name no range. `selection` may then be outdated, because browsers report a new selection later.
    const range = targetOf(event) ?? selectionIn(root) ?? selection
    const isWithinLine = !inserted.includes('\n') && !text.slice(range.start, range.end).includes('\n')
    if (isWithinLine && BY_BROWSER.test(inputType)) return
    event.preventDefault()
    change(
      replaceRange(text, range, inserted),
      caretAt(range.start + inserted.length),
      inputType.startsWith('delete') ? 'deleted' : inputType === 'insertText' ? 'typed' : kindOf(inputType),
    )
  }

  function targetOf(event: InputEvent): TextRange | null {
    const [target] = event.getTargetRanges()
    if (!target || !root.contains(target.startContainer) || !root.contains(target.endContainer)) return null
    const start = offsetOf(root, target.startContainer, target.startOffset)
    const end = offsetOf(root, target.endContainer, target.endOffset)
    return { start: Math.min(start, end), end: Math.max(start, end) }
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key: typed, code, ctrlKey, metaKey, altKey, shiftKey } = event
    isShortcut = ctrlKey || metaKey
    if (!isShortcut || altKey || instead !== null) return
    // Use the key's position, because Arabic keyboards type another letter with the Z key.
    const letter = /^[a-z]$/iu.test(typed) ? typed.toLowerCase() : code.slice(-1).toLowerCase()
    if (letter !== 'z' && !(letter === 'y' && ctrlKey)) return
    event.preventDefault()
    restore(letter === 'y' || shiftKey ? redone(history) : undone(history))
  }

  function onCopy(event: ClipboardEvent): void {
    const range = selectionIn(root)
    if (!range || isCaret(range) || !event.clipboardData || instead !== null) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', text.slice(range.start, range.end))
    if (event.type === 'cut') change(replaceRange(text, range, ''), caretAt(range.start), 'other')
  }

  function onSelectionChange(): void {
    if (isComposing || instead !== null) return
    const next = selectionIn(root)
    if (!next || isSame(next, selection)) return
    selection = next
    onSelection(next, true)
  }

  const field: TextField = {
    root,
    get text() {
      return text
    },
    get selection() {
      return selection
    },
    get isComposing() {
      return isComposing
    },
    setText(given) {
      const next = withLineFeeds(given)
      if (isComposing) {
        postponed = next === text ? null : next
        return
      }
      if (next === text) return
      const patch = patchBetween(text, next)
      const after = { start: patch.at, end: patch.at + patch.inserted.length }
      remember(withStep(history, next, { ...OTHER, before: selection, after }))
      const moved = isFocused() ? after : movedRange(selection, patch)
      text = next
      if (instead === null) show(moved)
      else selection = moved
    },
    showInstead(shown) {
      if (shown === instead) return
      const wasInstead = instead !== null
      instead = shown
      renderText(root, shown ?? text)
      if (shown === null && wasInstead && isFocused()) selectIn(root, selection)
    },
    replace,
    select(range) {
      selection = range
      selectIn(root, range)
      onSelection(range, false)
    },
    focus() {
      root.focus({ preventScroll: true })
      selectIn(root, selection)
    },
    rangeOf: (range) => domRange(placesIn(root), range),
    close: () => stop.abort(),
  }

  renderText(root, text)
  remember(history)
  const { signal } = stop
  root.addEventListener('beforeinput', onBeforeInput, { signal })
  root.addEventListener('input', (event) => takeOver(kindOf(event.inputType)), { signal })
  root.addEventListener('compositionstart', () => void (isComposing = true), { signal })
  root.addEventListener(
    'compositionend',
    () => {
      isComposing = false
      takeOver('typed')
      if (postponed !== null) field.setText(postponed)
      postponed = null
    },
    { signal },
  )
  // When Tab focuses the field, restore the selection, because browsers put the caret at the start.
  root.addEventListener('focus', () => isSame(selectionIn(root), selection) || selectIn(root, selection), { signal })
  root.addEventListener('keydown', onKeyDown, { signal })
  root.addEventListener('copy', onCopy, { signal })
  root.addEventListener('cut', onCopy, { signal })
  // Disable dragging of selected text, which would change the text twice. Users can cut and paste instead.
  root.addEventListener('dragstart', (event) => event.preventDefault(), { signal })
  document.addEventListener('selectionchange', onSelectionChange, { signal })
  return field
}

const OTHER = { kind: 'other' as const, at: 0 }

/** Changes within a line that the field leaves to the browser, because phone keyboards depend on that. */
const BY_BROWSER =
  /^(?:insertText|insertReplacementText|insertTranspose|delete(?:Content|Word|SoftLine|HardLine)(?:Backward|Forward))$/

const kindOf = (inputType: string | undefined): StepKind =>
  inputType?.startsWith('delete')
    ? 'deleted'
    : /^insert(?:Text|CompositionText|LineBreak|Paragraph)$/.test(inputType ?? '')
      ? 'typed'
      : 'other'

/** Returns the text that an input event inserts. Null if the browser must make the change. */
function insertedBy({ inputType, data, dataTransfer }: InputEvent): string | null {
  if (inputType === 'insertParagraph' || inputType === 'insertLineBreak') return '\n'
  if (inputType.startsWith('delete')) return ''
  if (!inputType.startsWith('insert')) return null
  const given = data ?? dataTransfer?.getData('text/plain') ?? ''
  return given === '' && dataTransfer?.types.includes('text/html') ? null : withLineFeeds(given)
}

const isSame = (one: TextRange | null, other: TextRange): boolean =>
  one !== null && one.start === other.start && one.end === other.end
