import type { Faq, FaqChange, NewFaq } from '#core/operate/faq-contract.ts'
import { MOST_QUESTIONS } from '#core/operate/faq-limits.ts'
import { AppError } from '#core/errors.ts'
import type { AuditedFacts } from '#core/operate/admin-contract.ts'
import { searchPattern } from '#core/search-pattern.ts'
import { writeAudit, type AdminAct } from '../audit.ts'
import { moveToIndex } from '../../move-to-index.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Database, Queryable } from '../../db/database.ts'
import sql, { columns, type RowOf } from '../../db/sql.ts'

export type FaqParts = { database: Database; clock: Clock }
type By = AdminAct['by']

const COLUMNS = columns('faq', 'id', 'slug', 'question_en', 'answer_en', 'question_ar', 'answer_ar', 'is_active')
const IN_ORDER = sql`order by sort_order, slug`

export async function activeFaq(on: Queryable): Promise<Faq[]> {
  return (await on.query(sql`select ${COLUMNS} from faq where is_active ${IN_ORDER}`)).map(toFaq)
}

export async function allFaq(on: Queryable, search: string | undefined): Promise<Faq[]> {
  const pattern = search ? searchPattern(search) : null
  const rows = await on.query(sql`
    select ${COLUMNS} from faq where ${pattern}::text is null
      or question_en || ' ' || answer_en || ' ' || question_ar || ' ' || answer_ar ~* ${pattern} ${IN_ORDER}`)
  return rows.map(toFaq)
}

/** Adds a question with its answer. @throws AppError too_many_questions */
export async function addFaq({ database, clock }: FaqParts, by: By, { en, ar, isActive }: NewFaq): Promise<Faq> {
  return await database.transaction(async (tx) => {
    const all = await lockAll(tx)
    if (all.length >= MOST_QUESTIONS) throw new AppError('too_many_questions')
    const taken = all.map((one) => one.slug)
    const slug = freeSlug(en.question, taken)
    const [row] = await tx.query(sql`
      insert into faq (slug, question_en, answer_en, question_ar, answer_ar, is_active, sort_order)
      values (${slug}, ${en.question}, ${en.answer}, ${ar.question}, ${ar.answer}, ${isActive},
        (select coalesce(max(sort_order), 0) + 1 from faq))
      returning ${COLUMNS}`)
    if (!row) throw new Error('The new question was not returned')
    const made = toFaq(row)
    const act = { by, act: 'faq_added', subject: { id: made.id, name: made.slug } } as const
    await writeAudit(tx, { ...act, before: null, after: factsOf(made) }, clock.now())
    return made
  })
}

/** Changes, hides or moves a question. @throws AppError not_found */
export async function changeFaq({ database, clock }: FaqParts, by: By, id: string, change: FaqChange): Promise<Faq> {
  return await database.transaction(async (tx) => {
    const all = await lockAll(tx)
    const before = all.find((one) => one.id === id)
    if (!before) throw new AppError('not_found')
    const after = { ...before, ...defined(change) }
    await tx.query(sql`
      update faq set question_en = ${after.en.question}, answer_en = ${after.en.answer}, question_ar = ${after.ar.question},
        answer_ar = ${after.ar.answer}, is_active = ${after.isActive} where id = ${id}`)
    const ids = all.map((one) => one.id)
    const ordered = change.place === undefined ? ids : moveToIndex(ids, id, change.place)
    if (change.place !== undefined)
      await tx.query(sql`
        update faq set sort_order = placed.n from unnest(${ordered}::uuid[]) with ordinality as placed (id, n) where faq.id = placed.id`)
    const act = { by, act: 'faq_changed', subject: { id, name: before.slug } } as const
    const facts = {
      before: { ...factsOf(before), place: ids.indexOf(id) + 1 },
      after: { ...factsOf(after), place: ordered.indexOf(id) + 1 },
    }
    await writeAudit(tx, { ...act, ...facts }, clock.now())
    return after
  })
}

/** Deletes a question. @throws AppError not_found */
export async function removeFaq({ database, clock }: FaqParts, by: By, id: string): Promise<void> {
  await database.transaction(async (tx) => {
    const [row] = await tx.query(sql`delete from faq where id = ${id} returning ${COLUMNS}`)
    if (!row) throw new AppError('not_found')
    const act = { by, act: 'faq_removed', subject: { id, name: row.slug } } as const
    await writeAudit(tx, { ...act, before: factsOf(toFaq(row)), after: null }, clock.now())
  })
}

/** Reads all questions and makes concurrent changes wait, because each change may renumber all questions. */
async function lockAll(tx: Queryable): Promise<Faq[]> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('faq'))`)
  return await allFaq(tx, undefined)
}

const defined = ({ en, ar, isActive }: FaqChange) => ({
  ...(en && { en }),
  ...(ar && { ar }),
  ...(isActive !== undefined && { isActive }),
})

function freeSlug(question: string, taken: string[]): string {
  const words = question
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .match(/[a-z\d]+/g) ?? ['question']
  const slug = words.join('-').slice(0, 70).replace(/-$/, '')
  for (let n = 1; ; n++) {
    const tried = n === 1 ? slug : `${slug}-${n}`
    if (!taken.includes(tried)) return tried
  }
}

const factsOf = ({ en, ar, isActive }: Faq): AuditedFacts => ({
  questionEn: en.question,
  answerEn: en.answer,
  questionAr: ar.question,
  answerAr: ar.answer,
  isActive,
})

function toFaq(row: RowOf<typeof COLUMNS>): Faq {
  return {
    id: row.id,
    slug: row.slug,
    en: { question: row.question_en, answer: row.answer_en },
    ar: { question: row.question_ar, answer: row.answer_ar },
    isActive: row.is_active,
  }
}
