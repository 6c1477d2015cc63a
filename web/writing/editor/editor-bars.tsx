import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useEffectEvent, useImperativeHandle, useRef, useState, type Ref } from 'react'
import { useTranslations } from 'use-intl'
import type { Platform } from '#core/platforms/platform.ts'
import type { Reworking } from '#core/writing/contract.ts'
import type { Phrase } from '#core/writing/phrases-contract.ts'
import { TONES } from '#core/writing/options/basic.ts'
import type { OutputLanguage } from '#core/words.ts'
import { call } from '../../lib/api.ts'
import { useErrorToast } from '../../lib/error-text.ts'
import { invalidate, reading } from '../../lib/queries.ts'
import { toast } from '../../lib/toast.ts'
import {
  hashtagOf,
  matchingOptions,
  mentionAt,
  slashAt,
  withAddress,
  withoutSlash,
  type MenuOption,
  type MenuPage,
} from './insert-menu-options.ts'
import { InsertMenu, optionId } from './insert-menu.tsx'
import { LinkForm } from './link-form.tsx'
import type { LinkMarker } from './link-marker.ts'
import { SelectionBar } from './selection-bar.tsx'
import { caretAt, isCaret, trimmedRange, type TextRange } from './text-edits.ts'
import type { TextField } from './text-field.ts'
import type { TextTools } from './text-tools.ts'

const SHOWN_AFTER_MS = 120

/** Events of the text field that its toolbar and menus handle. */
export interface BarsHandle {
  onText: (text: string, isTyped: boolean, selection: TextRange) => void
  onSelection: (selection: TextRange, isByUser: boolean) => void
  onKeyDown: (event: KeyboardEvent) => void
  /** The focus has left both the text field and its toolbars. */
  onLeave: () => void
}

interface EditorBarsProps {
  ref: Ref<BarsHandle>
  field: TextField
  platform: Platform
  language: OutputLanguage
  hashtags: readonly string[]
  topic: string
  /** The address of the draft's source. */
  sourceUrl: string | null
  tools: TextTools
  hasSibling: boolean
  /** The id of the account by which people are searched for mentions. Null if they cannot be searched. */
  searchedBy: string | null
  onHashtags: (hashtags: string[]) => void
  onPhotoRequest: () => void
  onMenu: (menu: { id: string; option: string | undefined } | null) => void
  /**
   * Highlights the selected words while a toolbar has the focus, because the browser then does not show the selection.
   */
  onHeld: (range: TextRange | null) => void
}

interface OpenMenu {
  slash: TextRange & { query: string }
  page: MenuPage
  chosen: number
}

/** The toolbar at a selection, the insert menu at a slash, and the form for a web address. */
export function EditorBars({
  ref,
  field,
  platform,
  language,
  hashtags,
  topic,
  sourceUrl,
  tools,
  hasSibling,
  searchedBy,
  onHashtags,
  onPhotoRequest,
  onMenu,
  onHeld,
}: EditorBarsProps) {
  const t = useTranslations('rework')
  const composer = useTranslations('composer')
  const errorToast = useErrorToast()
  const id = useId()
  const [selected, setSelected] = useState<TextRange | null>(null)
  const [runsOn, setRunsOn] = useState<TextRange | null>(null)
  const [linkAt, setLinkAt] = useState<TextRange | null>(null)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const phrases = useQuery({ ...reading('GET /api/phrases'), enabled: menu !== null && menu.page !== 'people' }).data
  const people = usePeople(searchedBy, menu?.page === 'people' ? menu.slash.query : null)
  const options = menu
    ? menu.page === 'people'
      ? people
      : matchingOptions(optionsOf(menu.page, phrases ?? []), menu.slash.query)
    : []
  const barAt = tools.running === null ? selected : runsOn

  const linkMarker = useRef<Promise<LinkMarker | undefined>>(undefined)
  /**
   * Loads the code that adds UTM parameters to links when the text has its first link. Without a connection, the server
   * adds the parameters when it saves the text.
   */
  async function markLinks(isLeft: boolean) {
    if (!/https?:\/\//i.test(field.text)) return
    linkMarker.current ??= import('./link-marker.ts')
      .then(({ loadLinkMarker }) => loadLinkMarker())
      .catch(() => undefined)
    const mark = await linkMarker.current
    if (!mark) linkMarker.current = undefined
    // Do not change links if the user has returned to the field while the code was loading.
    else if (isLeft && field.root !== document.activeElement) mark(field, platform)
  }

  const isPressed = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  function showSoon() {
    clearTimeout(timer.current)
    if (isPressed.current) return
    timer.current = setTimeout(() => setSelected(trimmedRange(field.text, field.selection)), SHOWN_AFTER_MS)
  }
  const showIfSelected = useEffectEvent(() => {
    if (!isCaret(field.selection) && document.activeElement === field.root) showSoon()
  })
  useEffect(() => {
    const press = () => void (isPressed.current = true)
    const release = () => {
      if (!isPressed.current) return
      isPressed.current = false
      showIfSelected()
    }
    // Show the toolbar now if the user selected words before this module was loaded.
    showIfSelected()
    const onShift = (event: KeyboardEvent) => {
      if (event.key === 'Shift') (event.type === 'keydown' ? press : release)()
    }
    addEventListener('pointerdown', press)
    addEventListener('pointerup', release)
    addEventListener('pointercancel', release)
    addEventListener('keydown', onShift)
    addEventListener('keyup', onShift)
    return () => {
      clearTimeout(timer.current)
      removeEventListener('pointerdown', press)
      removeEventListener('pointerup', release)
      removeEventListener('pointercancel', release)
      removeEventListener('keydown', onShift)
      removeEventListener('keyup', onShift)
    }
  }, [])

  const openId = menu && options.length > 0 ? optionId(id, Math.min(menu.chosen, options.length - 1)) : undefined
  // If no person is found, hide the menu, so that the user can continue to edit the text.
  const hasMenu = menu !== null && (menu.page !== 'people' || options.length > 0)
  useEffect(() => {
    onMenu(hasMenu ? { id, option: openId } : null)
  }, [onMenu, hasMenu, id, openId])
  useEffect(() => {
    onHeld(linkAt && !isCaret(linkAt) ? linkAt : null)
  }, [onHeld, linkAt])

  function onMenuKey(event: KeyboardEvent, { page, chosen, slash }: OpenMenu) {
    const move = (step: number) =>
      setMenu({ slash, page, chosen: (chosen + step + options.length) % Math.max(1, options.length) })
    const option = options[chosen]
    switch (event.key) {
      case 'ArrowDown':
        move(1)
        break
      case 'ArrowUp':
        move(-1)
        break
      case 'Enter':
        if (!option) return setMenu(null)
        pick(option)
        break
      case 'Escape':
        setMenu(null)
        break
      default:
        return
    }
    event.preventDefault()
    event.stopPropagation()
  }

  function optionsOf(page: MenuPage, kept: readonly Phrase[]): MenuOption[] {
    if (page === 'tones')
      return TONES.map((tone) => ({
        label: composer(`tones.${tone}`),
        group: 'write',
        act: { do: 'rework', how: tone },
      }))
    if (page === 'delete-phrase')
      return kept.map((phrase) => ({ label: phrase.text, group: 'phrases', act: { do: 'delete-phrase', phrase } }))
    const rework = (how: 'shorten' | 'lengthen'): MenuOption => ({
      label: t(`acts.${how}`),
      group: 'write',
      act: { do: 'rework', how },
    })
    const other = language === 'arabic' ? 'english' : 'arabic'
    const write: MenuOption[] = tools.canRework
      ? [
          rework('shorten'),
          rework('lengthen'),
          { label: t('editor.menu.tone'), group: 'write', act: { do: 'open', page: 'tones' } },
          { label: t('openings.open'), group: 'write', act: { do: 'open-panel', panel: 'openings' } },
          { label: t('wish.open'), group: 'write', act: { do: 'open-panel', panel: 'wish' } },
          ...(hasSibling
            ? []
            : [{ label: t(`acts.into.${other}`), group: 'write', act: { do: 'rework', how: 'translate' } } as const]),
        ]
      : []
    return [
      ...write,
      { label: t('editor.link'), group: 'insert', act: { do: 'add-link' } },
      { label: t('editor.menu.hashtags'), group: 'insert', act: { do: 'suggest-hashtags' } },
      { label: t('editor.menu.media'), group: 'insert', act: { do: 'add-media' } },
      ...kept.map((phrase): MenuOption => ({
        label: phrase.text,
        group: 'phrases',
        act: { do: 'insert-phrase', phrase },
      })),
      ...(kept.length > 0
        ? [
            {
              label: t('editor.menu.deletePhrase'),
              group: 'phrases',
              act: { do: 'open', page: 'delete-phrase' },
            } as const,
          ]
        : []),
    ]
  }

  function pick({ act }: MenuOption) {
    if (!menu) return
    const { slash } = menu
    if (act.do === 'open') {
      setMenu({ slash: { ...slash, end: slash.start + 1, query: '' }, page: act.page, chosen: 0 })
      return field.replace({ start: slash.start + 1, end: slash.end }, '')
    }
    setMenu(null)
    if (act.do === 'insert-phrase') return field.replace(slash, act.phrase.text)
    if (act.do === 'mention') return field.replace(slash, `@${act.handle} `)
    const isInsert = act.do === 'add-link'
    const { range, caret } = isInsert ? { range: slash, caret: caretAt(slash.start) } : withoutSlash(field.text, slash)
    field.replace(range, '', caret)
    switch (act.do) {
      case 'rework':
        return run(act.how, null)
      case 'open-panel':
        return tools.openPanel(act.panel)
      case 'add-link':
        return setLinkAt(caret)
      case 'add-media':
        return onPhotoRequest()
      case 'suggest-hashtags':
        return void addHashtags()
      case 'delete-phrase':
        return void deletePhrase(act.phrase)
    }
  }

  function run(how: Reworking, range: TextRange | null) {
    setRunsOn(range)
    void tools.run(how, field.text, range).finally(() => setRunsOn(null))
  }

  async function addHashtags() {
    const { suggestHashtags } = await import('./suggest-hashtags.ts')
    const found = suggestHashtags(field.text, topic, language, hashtags)
    if (found.length === 0) toast({ title: t('editor.noHashtags') })
    else onHashtags([...hashtags, ...found])
  }

  function makeHashtag(range: TextRange) {
    const tag = hashtagOf(field.text.slice(range.start, range.end))
    if (tag) field.replace(range, tag)
    else toast({ title: t('editor.noHashtag'), isDestructive: true })
    field.focus()
  }

  async function keepPhrase(text: string) {
    try {
      await call('POST /api/phrases', { body: { text } })
      await invalidate('/api/phrases')
      toast({ title: t('editor.phraseKept') })
    } catch (error) {
      errorToast(t('editor.phraseNotKept'), error)
    }
  }

  async function deletePhrase({ id: phraseId, text }: Phrase) {
    try {
      await call('DELETE /api/phrases/{id}', { params: { id: phraseId } })
      await invalidate('/api/phrases')
      toast({
        title: t('editor.phraseDeleted'),
        action: { label: t('undo'), run: () => void keepPhrase(text) },
      })
    } catch (error) {
      errorToast(t('editor.phraseNotDeleted'), error)
    }
  }

  useImperativeHandle(ref, () => ({
    onText(text, isTyped, selection) {
      setSelected(null)
      void markLinks(false)
      const mention = isTyped && searchedBy !== null ? mentionAt(text, selection) : null
      if (mention) return setMenu({ slash: mention, page: 'people', chosen: 0 })
      const slash = isTyped ? slashAt(text, selection) : null
      if (!slash) return setMenu(null)
      if (menu) setMenu({ ...menu, slash, chosen: 0 })
      else if (slash.query === '') setMenu({ slash, page: 'all', chosen: 0 })
    },
    onSelection(selection, isByUser) {
      if (isCaret(selection)) {
        clearTimeout(timer.current)
        setSelected(null)
      } else if (isByUser) showSoon()
      if (menu && !(menu.page === 'people' ? mentionAt : slashAt)(field.text, selection)) setMenu(null)
    },
    onKeyDown(event) {
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
      if (menu && hasMenu) onMenuKey(event, menu)
      else if (event.key === 'Escape' && selected) {
        event.stopPropagation()
        setSelected(null)
      }
    },
    onLeave() {
      clearTimeout(timer.current)
      setSelected(null)
      setMenu(null)
      void markLinks(true)
    },
  }))

  return (
    <>
      {barAt && !linkAt && (
        <SelectionBar
          root={field.root}
          range={barAt}
          tools={tools}
          running={tools.running}
          onRework={(how) => run(how, barAt)}
          onLink={() => setLinkAt(barAt)}
          onHashtag={() => makeHashtag(barAt)}
          onKeep={() => void keepPhrase(field.text.slice(barAt.start, barAt.end))}
          onLeave={() => field.focus()}
        />
      )}
      {linkAt && (
        <LinkForm
          root={field.root}
          range={linkAt}
          suggested={sourceUrl !== null && !field.text.includes(sourceUrl) ? sourceUrl : ''}
          onAdd={(address) => {
            const { range, inserted } = withAddress(field.text, linkAt, address)
            field.replace(range, inserted)
            setLinkAt(null)
            field.focus()
          }}
          onClose={() => {
            setLinkAt(null)
            field.focus()
          }}
        />
      )}
      {menu && hasMenu && (
        <InsertMenu
          id={id}
          root={field.root}
          slash={menu.slash}
          options={options}
          chosen={Math.min(menu.chosen, options.length - 1)}
          onHover={(chosen) => setMenu({ ...menu, chosen })}
          onPick={pick}
        />
      )}
    </>
  )
}

const SEARCH_AFTER_MS = 250

/** Finds the people whose name begins with the query, once the user pauses typing. */
function usePeople(accountId: string | null, query: string | null): MenuOption[] {
  const { data } = useQuery({
    queryKey: ['people', accountId, query],
    enabled: accountId !== null && query !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    async queryFn({ signal }) {
      await new Promise((resolve) => setTimeout(resolve, SEARCH_AFTER_MS))
      signal.throwIfAborted()
      const request = { params: { id: accountId ?? '' }, query: { q: query ?? '' } }
      return await call('GET /api/social-accounts/{id}/people', request, { signal })
    },
  })
  if (query === null) return []
  return (data ?? []).map(({ handle, name }) => ({
    label: name === handle ? `@${handle}` : `${name} @${handle}`,
    group: 'people',
    act: { do: 'mention', handle },
  }))
}
