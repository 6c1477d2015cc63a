import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { byName } from '#core/by-name.ts'
import type { Post } from '#core/posts/contract.ts'
import type { Tag } from '#core/posts/tags-contract.ts'
import { MAX_TAG_LENGTH, MAX_TAGS_PER_POST, TAG_COLOURS, type TagColour } from '#core/posts/tags.ts'
import { call, hasStatus } from '../../lib/api.ts'
import { classNames } from '../../lib/class-names.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { isolate } from '../../lib/isolate.ts'
import { useLanguage } from '../../lib/language.ts'
import { invalidate, queryClient, reading } from '../../lib/queries.ts'
import { mayAs } from '../../lib/role.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Alert, Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Pencil, Trash2 } from '../../ui/icons.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TagDot } from './tag-marks.tsx'
import { useTags } from './use-tags.ts'

interface TagsDialogProps {
  /** The posts that get the chosen tags. */
  posts: readonly Pick<Post, 'id' | 'tagIds'>[]
  /** A description of the posts, if there are several. */
  about?: string | undefined
  /** Receives the chosen tags if the posts are not stored yet. */
  onChoose?: (tagIds: readonly string[]) => void
  onClose: () => void
}

/** Chooses the tags of posts. Editors also add, change and delete tags. */
export default function TagsDialog({ posts, about, onChoose, onClose }: TagsDialogProps) {
  const t = useTranslations('planning.tags')
  const errorText = useErrorText()
  const { data: tags, error, refetch } = useTags(true)
  const [chosen, setTagIds] = useState<readonly string[]>(() => [
    ...new Set(posts.flatMap((post) => post.tagIds ?? [])),
  ])
  // Leave out tags that another tab has deleted.
  const tagIds = chosen.filter((id) => !tags || tags.some((tag) => tag.id === id))
  const [edited, setEdited] = useState<Tag | null>(null)
  const [deleted, setDeleted] = useState<Tag | null>(null)
  const failed = (title: string) => (reason: unknown) =>
    toast({ title, description: errorText(reason), isDestructive: true })

  const saving = useMutation({
    mutationFn: async () => {
      if (onChoose) return onChoose(tagIds)
      for (const { id } of posts) await call('PUT /api/posts/{id}/tags', { params: { id }, body: { tagIds } })
    },
    onSuccess: onClose,
    onError: failed(t('failed')),
    onSettled: () => (onChoose ? undefined : invalidate('/api/posts')),
  })
  const removing = useMutation({
    mutationFn: async ({ id }: Tag) => {
      try {
        await call('DELETE /api/tags/{id}', { params: { id } })
      } catch (reason) {
        // Ignore a missing tag, which another tab has deleted.
        if (!hasStatus(reason, 404)) throw reason
      }
    },
    onError: failed(t('deleteFailed')),
    onSettled: () => {
      setDeleted(null)
      return invalidate('/api/tags', '/api/posts')
    },
  })

  function toggle(id: string, isChosen: boolean) {
    setTagIds((ids) => (isChosen ? [...ids, id] : ids.filter((one) => one !== id)))
  }

  return (
    <Dialog title={t('title')} description={about} onClose={onClose}>
      {error && !tags && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!tags && !error && <Skeleton className="h-24" />}
      {tags && tags.length > 0 && (
        <ul className="fades-bottom mb-5 max-h-[45dvh] divide-y divide-line overflow-y-auto border-y border-line">
          {tags.map((tag) => {
            const isChosen = tagIds.includes(tag.id)
            return (
              <li key={tag.id} className="flex items-center gap-1">
                <label className="flex min-h-11 min-w-0 flex-1 cursor-pointer items-center gap-3 text-14">
                  <input
                    type="checkbox"
                    className="size-4.5 shrink-0"
                    checked={isChosen}
                    disabled={!isChosen && tagIds.length >= MAX_TAGS_PER_POST}
                    onChange={({ target }) => toggle(tag.id, target.checked)}
                  />
                  <TagDot colour={tag.colour} />
                  <bdi className="min-w-0 truncate">{tag.name}</bdi>
                </label>
                {mayAs('editor') && (
                  <>
                    <IconButton label={t('edit', { name: isolate(tag.name) })} onClick={() => setEdited(tag)}>
                      <Pencil size={16} strokeWidth={1.75} />
                    </IconButton>
                    <IconButton label={t('delete', { name: isolate(tag.name) })} onClick={() => setDeleted(tag)}>
                      <Trash2 size={16} strokeWidth={1.75} />
                    </IconButton>
                  </>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {tags?.length === 0 && <p className="mb-5 text-14 text-ink-soft">{t(mayAs('editor') ? 'about' : 'none')}</p>}
      {tags && mayAs('editor') && (
        <TagForm
          key={edited?.id ?? tags.length}
          tag={edited}
          isFirst={tags.length === 0}
          onCancel={() => (tags.length === 0 ? onClose() : setEdited(null))}
          onSaved={(tag) => {
            if (!edited && tagIds.length < MAX_TAGS_PER_POST && !tagIds.includes(tag.id)) toggle(tag.id, true)
            setEdited(null)
          }}
        />
      )}
      {tags && tags.length > 0 && (
        <DialogActions onCancel={onClose}>
          <Button
            variant="primary"
            disabled={tagIds.length > MAX_TAGS_PER_POST}
            isPending={saving.isPending}
            onClick={() => saving.mutate()}
          >
            {t('save')}
          </Button>
        </DialogActions>
      )}
      {deleted && (
        <Alert
          title={t('deleteTitle', { name: isolate(deleted.name) })}
          description={t('deleteText')}
          confirmLabel={t('confirmDelete')}
          isDestructive
          isPending={removing.isPending}
          onConfirm={() => removing.mutate(deleted)}
          onClose={() => setDeleted(null)}
        />
      )}
    </Dialog>
  )
}

interface FormProps {
  /** The tag to change; null to add one. */
  tag: Tag | null
  /** Whether there are no tags yet. The dialog then has nothing to save, so its last button adds a tag. */
  isFirst: boolean
  onCancel: () => void
  onSaved: (tag: Tag) => void
}

function TagForm({ tag, isFirst, onCancel, onSaved }: FormProps) {
  const t = useTranslations('planning.tags')
  const app = useTranslations('app')
  const { language } = useLanguage()
  const errorText = useErrorText()
  const [name, setName] = useState(tag?.name ?? '')
  const [colour, setColour] = useState<TagColour>(tag?.colour ?? TAG_COLOURS[0])
  const saving = useMutation({
    mutationFn: () =>
      tag
        ? call('PATCH /api/tags/{id}', { params: { id: tag.id }, body: { name, colour } })
        : call('POST /api/tags', { body: { name, colour } }),
    onSuccess: (saved) => {
      const { queryKey } = reading('GET /api/tags')
      queryClient.setQueryData(queryKey, (tags = []) =>
        byName([...tags.filter(({ id }) => id !== saved.id), saved], language),
      )
      void invalidate('/api/tags')
      onSaved(saved)
    },
  })
  const submit = (
    <Button
      type="submit"
      variant={isFirst ? 'primary' : 'outline'}
      disabled={name.trim() === ''}
      isPending={saving.isPending}
    >
      {t(tag ? 'change' : 'addThis')}
    </Button>
  )
  return (
    <form
      noValidate
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') saving.mutate()
      }}
    >
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          label={t(tag ? 'name' : 'add')}
          value={name}
          maxLength={MAX_TAG_LENGTH}
          dir="auto"
          error={saving.error && errorText(saving.error)}
          fieldClassName="min-w-40 flex-1"
          onChange={({ target }) => setName(target.value)}
        />
        {tag && <Button onClick={onCancel}>{app('cancel')}</Button>}
        {!isFirst && submit}
      </div>
      {/* The first ring begins at the edge of the fields, and its touch area before it. */}
      <fieldset className="flex flex-wrap items-center gap-1 max-lg:-ms-2 lg:-ms-1">
        <legend className="sr-only">{t('colour')}</legend>
        {TAG_COLOURS.map((one) => (
          <label key={one} className="relative flex size-11 cursor-pointer items-center justify-center lg:size-9">
            <input
              type="radio"
              name="colour"
              aria-label={t(`colours.${one}`)}
              checked={one === colour}
              onChange={() => setColour(one)}
              className="peer absolute inset-0 cursor-pointer opacity-0"
            />
            <span
              className={classNames(
                'flex size-7 items-center justify-center rounded-full border peer-focus-visible:shadow-focus',
                one === colour ? 'border-ink' : 'border-transparent',
              )}
            >
              <TagDot colour={one} size="size-5" />
            </span>
          </label>
        ))}
        <span aria-hidden="true" className="ms-auto text-13 text-ink-soft">
          {t(`colours.${colour}`)}
        </span>
      </fieldset>
      {isFirst && <DialogActions onCancel={onCancel}>{submit}</DialogActions>}
    </form>
  )
}
