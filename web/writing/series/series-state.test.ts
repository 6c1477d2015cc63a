import { expect, test } from 'vitest'
import { afterReload, planSeries, seriesReducer, unsaved, type Series, type SeriesAction } from './series-state.ts'

const findings = ['One fell by 34%.', 'Two rose.', 'Three stayed.'].map((text) => ({ text, passage: `${text} More.` }))
const times = [new Date('2026-03-02T09:00:00Z'), null, new Date('2026-03-08T09:00:00Z')]
const plan = () => planSeries('source', findings, ['linkedin', 'twitter'], () => times)
const after = (series: Series, ...actions: SeriesAction[]): Series =>
  actions.reduce<Series>((now, action) => seriesReducer(now, action) ?? now, series)
const drafts = [{ content: 'A draft', hashtags: [], language: 'english' as const }]

test('plans one post per statement found in the source, on alternating networks, each with its own idempotency key', () => {
  const { items } = plan()
  expect(items.map(({ finding, platform, at, state }) => [finding, platform, at, state])).toEqual([
    ['One fell by 34%.', 'linkedin', '2026-03-02T09:00:00.000Z', 'planned'],
    ['Two rose.', 'twitter', null, 'planned'],
    ['Three stayed.', 'linkedin', '2026-03-08T09:00:00.000Z', 'planned'],
  ])
  expect(new Set(items.map(({ key }) => key)).size).toBe(3)
})

test('keeps the idempotency key and text of a draft that was written but not stored', () => {
  const series = plan()
  const id = series.items[0]?.id ?? ''
  const cut = after(series, { type: 'begun', id }, { type: 'written', id, drafts }, { type: 'stopped' })
  expect(cut.items[0]).toMatchObject({ id, key: series.items[0]?.key, drafts, state: 'written' })
  const failed = after(series, { type: 'written', id, drafts }, { type: 'failed', id, message: 'No answer' })
  expect(failed.items[0]).toMatchObject({
    id,
    key: series.items[0]?.key,
    drafts,
    state: 'failed',
    message: 'No answer',
  })
  expect(after(failed, { type: 'begun', id }, { type: 'saved', id }).items[0]).not.toHaveProperty('message')
})

test('continues with the unstored posts after a reload', () => {
  const series = plan()
  const [first = '', second = ''] = series.items.map(({ id }) => id)
  const begun = after(
    series,
    { type: 'written', id: first, drafts },
    { type: 'saved', id: first },
    { type: 'begun', id: second },
  )
  const reloaded = afterReload(begun)
  expect(reloaded.items.map(({ state }) => state)).toEqual(['saved', 'planned', 'planned'])
  expect(unsaved(reloaded)).toHaveLength(2)
})

test('writes a changed post again under a new idempotency key, because its old text no longer fits', () => {
  const series = plan()
  const id = series.items[0]?.id ?? ''
  const written = after(series, { type: 'written', id, drafts }, { type: 'failed', id, message: 'Full' })
  const changed = after(written, { type: 'changed', id, change: { finding: 'Another finding.' } }).items[0]
  expect(changed).toMatchObject({ finding: 'Another finding.', state: 'planned' })
  expect(changed).not.toHaveProperty('drafts')
  expect(changed?.key).not.toBe(written.items[0]?.key)
  const key = series.items[0]?.key
  expect(after(series, { type: 'changed', id, change: { at: null } }).items[0]).toMatchObject({ key, at: null })
  const moved = after(written, { type: 'changed', id, change: { at: null } }).items[0]
  expect(moved).toMatchObject({ drafts, at: null, state: 'written' })
  expect(moved?.key).not.toBe(key)
})

test('removes a post from the planned series', () => {
  const series = plan()
  expect(after(series, { type: 'dropped', id: series.items[1]?.id ?? '' }).items).toHaveLength(2)
})
