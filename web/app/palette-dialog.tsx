import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useLocation } from 'wouter'
import type { Post } from '#core/posts/contract.ts'
import type { Language } from '#core/language.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import { Keyboard, Languages, LogOut, Search, SunMoon } from '../ui/icons.ts'
import { ALL_PAGES } from './navigation.ts'
import { classNames } from '../lib/class-names.ts'
import { useDates } from '../lib/dates.ts'
import { useLanguage } from '../lib/language.ts'
import { reading } from '../lib/queries.ts'
import { formMatch, searchForm, searchMatch } from '../lib/search-match.ts'
import { chooseTheme } from '../lib/settings.ts'
import { THEMES, useTheme } from '../lib/theme.ts'
import { mayChangePost } from '../posts/may-change-post.ts'
import { PostDialogs, type OpenDialog } from '../posts/post-dialogs.tsx'
import { usePostChanges } from '../posts/use-post-changes.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { PlatformBadge } from '../ui/platform-badge.tsx'

export interface PaletteActions {
  onKeys: () => void
  onLanguage: (language: Language) => void
  onLogOut: () => void
}

/** Posts shown before the user types. More would push the commands below them out of view. */
const POSTS_AT_FIRST = 3
const POSTS_FOUND = 8

export default function PaletteDialog({ actions, onClose }: { actions: PaletteActions; onClose: () => void }) {
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const changes = usePostChanges()
  if (open) return <PostDialogs open={open} changes={changes} onOpen={setOpen} onClose={onClose} />
  return (
    <Palette
      actions={actions}
      onClose={onClose}
      onPost={(post) => setOpen({ kind: mayChangePost(post) ? 'edit' : 'timeline', post })}
    />
  )
}

type PaletteProps = { actions: PaletteActions; onClose: () => void; onPost: (post: Post) => void }

function Palette({ actions, onClose, onPost }: PaletteProps) {
  const t = useTranslations('palette')
  const app = useTranslations('app')
  const [typed, setTyped] = useState('')
  const [selected, select] = useState('')
  const hasMoved = useRef(false)
  const [here, goTo] = useLocation()
  const { language } = useLanguage()
  const theme = useTheme()
  const other = language === 'ar' ? 'en' : 'ar'

  /** Closes the palette before the action. A dialog that the action opens can then return the focus to the page. */
  const closeAnd = (action: () => void) => () => {
    onClose()
    action()
  }
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <Command
        label={t('title')}
        filter={(text, words) => searchMatch(text, words)}
        loop
        value={selected}
        onValueChange={select}
        onKeyDown={({ key }) => (hasMoved.current ||= key.startsWith('Arrow'))}
      >
        <SearchField typed={typed} onType={setTyped} />
        {/*
            The list has a fixed height, so that the search field does not move. Overflowing entries fade out at the
            edge.
           */}
        <Command.List
          className="mt-2 -mb-[max(20px,env(safe-area-inset-bottom))] h-[min(30rem,56dvh)] scroll-pb-8 overflow-y-auto after:pointer-events-none after:sticky after:bottom-0 after:block after:h-8 after:bg-linear-to-t after:from-surface after:to-transparent md:-mb-6"
          label={t('found')}
        >
          <Command.Empty className="flex flex-col items-center gap-3 px-3 pt-6 pb-3 text-center text-14 text-ink-soft">
            <p>{t('nothing')}</p>
            <Button
              size="sm"
              onClick={({ currentTarget }) => {
                // The button disappears when it clears the field, so the field takes the focus.
                currentTarget.closest('[cmdk-root]')?.querySelector('input')?.focus()
                setTyped('')
              }}
            >
              {t('all')}
            </Button>
          </Command.Empty>
          <ComingPosts
            typed={typed}
            onPost={onPost}
            // The posts may load after the other entries, and then appear above the selected one.
            onFirst={(value) => hasMoved.current || select(value)}
          />
          <Group heading={t('goTo')}>
            {ALL_PAGES.filter(({ path }) => typed !== '' || path !== here).map(({ path, name, icon: Icon }) => (
              <Item key={path} text={app(`nav.${name}`)} onSelect={closeAnd(() => goTo(path))}>
                <Icon size={18} strokeWidth={1.75} />
              </Item>
            ))}
          </Group>
          <Group heading={t('acts')}>
            <Item text={t('language')} onSelect={closeAnd(() => actions.onLanguage(other))}>
              <Languages size={18} strokeWidth={1.75} />
            </Item>
            {THEMES.filter((one) => one !== theme).map((one) => (
              <Item
                key={one}
                text={t('theme', { theme: app(`menu.${one}`) })}
                onSelect={closeAnd(() => chooseTheme(one))}
              >
                <SunMoon size={18} strokeWidth={1.75} />
              </Item>
            ))}
            <Item isForKeyboard text={app('menu.keys')} onSelect={closeAnd(actions.onKeys)}>
              <Keyboard size={18} strokeWidth={1.75} />
            </Item>
            <Item text={app('menu.logout')} onSelect={closeAnd(actions.onLogOut)}>
              <LogOut size={18} strokeWidth={1.75} className="points" />
            </Item>
          </Group>
        </Command.List>
      </Command>
    </Dialog>
  )
}

function SearchField({ typed, onType }: { typed: string; onType: (typed: string) => void }) {
  const t = useTranslations('palette')
  const input = useRef<HTMLInputElement>(null)
  // Focuses the field before the dialog focuses its close button.
  useEffect(() => input.current?.focus(), [])
  return (
    <div className="flex h-12 items-center gap-2.5 rounded-control border border-line-strong px-3 focus-within:border-pond">
      <Search size={18} strokeWidth={1.75} className="shrink-0 text-ink-soft" />
      <Command.Input
        ref={input}
        value={typed}
        onValueChange={onType}
        dir="auto"
        maxLength={200}
        placeholder={t('placeholder')}
        className="h-full min-w-0 flex-1 bg-transparent text-16 outline-none focus-visible:shadow-none"
      />
    </div>
  )
}

type ComingPostsProps = { typed: string; onPost: (post: Post) => void; onFirst: (value: string) => void }

/** Lists the scheduled posts whose text or platform matches the typed words. Without words it lists the next few. */
function ComingPosts({ typed, onPost, onFirst }: ComingPostsProps) {
  const t = useTranslations('palette')
  const dates = useDates()
  const { data: posts = NONE } = useQuery(reading('GET /api/posts/scheduled'))
  const isSearch = typed.trim() !== ''
  const forms = useMemo(() => (isSearch ? posts.map((post) => searchForm(textOf(post))) : []), [posts, isSearch])
  const shown = isSearch
    ? posts.filter((_, index) => formMatch(forms[index] ?? '', typed) > 0).slice(0, POSTS_FOUND)
    : posts.slice(0, POSTS_AT_FIRST)
  const [first] = shown
  const firstValue = !isSearch && first ? valueOf(first.content, first.id) : null
  const selectFirst = useEffectEvent(onFirst)
  useEffect(() => {
    if (firstValue !== null) selectFirst(firstValue)
  }, [firstValue])
  if (shown.length === 0) return null
  return (
    <Group
      heading={
        isSearch || shown.length === posts.length
          ? t('posts')
          : t('nextOf', { shown: shown.length, count: posts.length })
      }
    >
      {shown.map((post) => (
        // Passes the typed text as `text`, so that cmdk's own filter keeps all posts. They are already filtered.
        <Item
          key={post.id}
          id={post.id}
          text={typed || post.content}
          shown={firstLine(post)}
          onSelect={() => onPost(post)}
        >
          <PlatformBadge platform={post.platform} />
          <time
            dateTime={post.scheduledAt ?? post.createdAt}
            className="order-last ms-auto ps-2 text-13 whitespace-nowrap text-ink-soft"
          >
            {dates.shortDay(at(post))} {dates.time(at(post))}
          </time>
        </Item>
      ))}
    </Group>
  )
}

const NONE: readonly Post[] = []
const at = ({ scheduledAt, createdAt }: Post): Date => new Date(scheduledAt ?? createdAt)
const textOf = ({ content, platform }: Post): string => `${content} ${rulesOf(platform).name}`
const firstLine = ({ content }: Post): string => content.slice(0, 200).split('\n')[0] ?? ''

/** The value by which cmdk identifies a post's entry. cmdk trims it. */
const valueOf = (text: string, id: string): string => `${text} ${id}`.trim()

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="border-t border-line py-1.5 first:border-0 [&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-13 [&_[cmdk-group-heading]]:font-strong [&_[cmdk-group-heading]]:text-ink-soft"
    >
      {children}
    </Command.Group>
  )
}

interface ItemProps {
  id?: string
  /** The text in which the palette searches for the user's words. */
  text: string
  shown?: string
  /** Whether a phone hides the entry. */
  isForKeyboard?: boolean
  onSelect: () => void
  children: ReactNode
}

function Item({ id, text, shown = text, isForKeyboard = false, onSelect, children }: ItemProps) {
  return (
    <Command.Item
      value={id ? valueOf(text, id) : text}
      onSelect={onSelect}
      className={classNames(
        'flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 text-14 text-ink-soft aria-selected:bg-pond-wash aria-selected:text-ink',
        isForKeyboard && 'max-md:hidden',
      )}
    >
      {children}
      <span dir="auto" className="min-w-0 truncate text-ink">
        {shown}
      </span>
    </Command.Item>
  )
}
