import { expect, test } from 'vitest'
import { areUnsavedEdits, isUnchanged, withEdit, type UnsavedEdit } from './unsaved-edit.ts'

const edit = (postId: string, content = 'Typed'): UnsavedEdit => ({
  postId,
  revision: 3,
  content,
  hashtags: ['#pond'],
  platform: 'linkedin',
})

test('stores the last unsaved edit of each post, for at most five posts', () => {
  const five = ['a', 'b', 'c', 'd', 'e'].reduce<UnsavedEdit[]>((edits, id) => withEdit(edits, edit(id)), [])
  const again = withEdit(five, edit('a', 'Typed again'))
  expect(again.map(({ postId }) => postId)).toEqual(['a', 'e', 'd', 'c', 'b'])
  expect(again[0]?.content).toBe('Typed again')
  expect(withEdit(again, edit('f')).map(({ postId }) => postId)).toEqual(['f', 'a', 'e', 'd', 'c'])
  expect(areUnsavedEdits(withEdit(again, edit('f')))).toBe(true)
})

test("ignores invalid unsaved edits in the browser's storage", () => {
  expect(areUnsavedEdits([])).toBe(true)
  const hostile: unknown[] = [
    null,
    'typed',
    { length: 1, 0: edit('a') },
    [null],
    [{ ...edit('a'), content: 7 }],
    [{ ...edit('a'), content: 'x'.repeat(100_001) }],
    [{ ...edit('a'), hashtags: '#pond' }],
    [{ ...edit('a'), hashtags: [{ toString: 'x' }] }],
    [{ ...edit('a'), hashtags: Array.from({ length: 101 }, () => '#x') }],
    [{ ...edit('a'), platform: 'constructor' }],
    [{ ...edit('a'), revision: '3' }],
    [{ ...edit('a'), revision: Number.NaN }],
    [{ ...edit('a'), further: 'Part two' }],
    [{ ...edit('a'), further: [{ content: 'Part two' }] }],
    [{ ...edit('a'), further: [{ content: 7, imageIds: [] }] }],
    [{ ...edit('a'), further: Array.from({ length: 25 }, () => ({ content: 'x', imageIds: [] })) }],
    [{ ...edit('a'), firstComment: 'Comment' }],
    [{ ...edit('a'), firstComment: { content: 'Comment' } }],
    [{ ...edit('a'), firstComment: { content: 7, afterMinutes: 0 } }],
    [{ ...edit('a'), options: { contentWarning: true } }],
    Array.from({ length: 6 }, (_, at) => edit(String(at))),
  ]
  expect(hostile.filter(areUnsavedEdits)).toEqual([])
})

test("stores no unsaved edit if the text equals the stored post's text", () => {
  expect(isUnchanged(edit('a'), { ...edit('a'), revision: 4 } as UnsavedEdit)).toBe(true)
  expect(isUnchanged(edit('a'), edit('a', 'Otherwise'))).toBe(false)
  expect(isUnchanged(edit('a'), { ...edit('a'), hashtags: [] })).toBe(false)
  expect(isUnchanged(edit('a'), { ...edit('a'), platform: 'twitter' })).toBe(false)
})

test('notices that an unsaved edit lacks a part of the stored thread', () => {
  const part = (content: string) => ({ content, images: [], state: 'waiting' as const, permalink: null, failure: null })
  const thread = { ...edit('a', 'Part one'), parts: [part('Part one'), part('Part two')] }
  const further = [{ content: 'Part two', imageIds: [] }]
  expect(isUnchanged({ ...edit('a', 'Part one'), further }, thread)).toBe(true)
  expect(isUnchanged({ ...edit('a', 'Part one'), further: [] }, thread)).toBe(false)
  expect(areUnsavedEdits([{ ...edit('a', 'Part one'), further }])).toBe(true)
})

test("notices a changed or removed first comment, and ignores a missing one in an earlier app version's unsaved edit", () => {
  const comment = (content: string) => ({ content, afterMinutes: 5 })
  const state = { state: 'waiting', permalink: null, failure: null } as const
  const stored = { ...edit('a'), firstComment: { ...comment('Stored'), ...state } }
  expect(isUnchanged(edit('a'), stored)).toBe(true)
  expect(isUnchanged({ ...edit('a'), firstComment: comment('Stored') }, stored)).toBe(true)
  for (const firstComment of [comment('Typed'), null]) {
    expect(isUnchanged({ ...edit('a'), firstComment }, stored)).toBe(false)
    expect(areUnsavedEdits([{ ...edit('a'), firstComment }])).toBe(true)
  }
})

test("notices changed or cleared options, and ignores missing ones in an earlier app version's unsaved edit", () => {
  const options = { visibility: 'followers', contentWarning: 'Food' } as const
  const stored = { ...edit('a'), options }
  expect(isUnchanged(edit('a'), stored)).toBe(true)
  expect(isUnchanged({ ...edit('a'), options: { ...options } }, stored)).toBe(true)
  expect(isUnchanged({ ...edit('a'), options: null }, edit('a'))).toBe(true)
  for (const changed of [{ ...options, contentWarning: 'Soup' }, { isSilent: true, hasLinkPreview: false }, null]) {
    expect(isUnchanged({ ...edit('a'), options: changed }, stored)).toBe(false)
    expect(areUnsavedEdits([{ ...edit('a'), options: changed }])).toBe(true)
  }
})
