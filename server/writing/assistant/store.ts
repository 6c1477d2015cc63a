import type { AskRequest, Conversation, FrogysAnswer, Turn } from '#core/writing/assistant/contract.ts'
import { openingLine } from '#core/cut-text.ts'
import { AppError } from '#core/errors.ts'
import { searchPattern } from '#core/search-pattern.ts'
import type { Database, Queryable } from '../../db/database.ts'
import sql, { columns, empty, type RowOf } from '../../db/sql.ts'

const PAGE = 50
const MAX_TURNS = 200
const TITLE_LIMIT = 60
/** The smallest possible UUID, so it sorts before every other id. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

const CONVERSATION = columns('conversations', 'id', 'title', 'changed_at', 'country', 'language', 'category')
const TURN = columns('conversation_turns', 'id', 'question', 'asked_at', 'answer')

const toConversation = ({ changed_at, ...rest }: RowOf<typeof CONVERSATION>): Conversation => ({
  ...rest,
  changedAt: changed_at.toISOString(),
})
const toTurn = ({ asked_at, ...rest }: RowOf<typeof TURN>): Turn => ({ ...rest, askedAt: asked_at.toISOString() })

/** Lists conversations, latest first. `q` finds words in titles, questions and answers. */
export async function listConversations(
  on: Queryable,
  userId: string,
  { q, before, beforeId }: { q?: string | undefined; before?: string | undefined; beforeId?: string | undefined },
): Promise<{ conversations: Conversation[]; hasMore: boolean }> {
  const pattern = q ? searchPattern(q) : undefined
  const rows = await on.query(sql`
    select ${CONVERSATION} from conversations
    where user_id = ${userId}
      ${before ? sql`and (changed_at, id) < (${new Date(before)}, coalesce(${beforeId ?? null}, ${FIRST_ID})::uuid)` : empty}
      ${
        pattern
          ? sql`and (title ~* ${pattern} or exists (
              select from conversation_turns turn where turn.conversation_id = conversations.id
                and (turn.question ~* ${pattern} or turn.answer ->> 'text' ~* ${pattern})))`
          : empty
      }
    order by changed_at desc, id desc limit ${PAGE + 1}`)
  return { conversations: rows.slice(0, PAGE).map(toConversation), hasMore: rows.length > PAGE }
}

/** @throws AppError not_found, even if the conversation exists but belongs to another user */
export async function readConversation(
  on: Queryable,
  userId: string,
  id: string,
): Promise<Conversation & { turns: Turn[] }> {
  const [row] = await on.query(sql`
    select ${CONVERSATION} from conversations where id = ${id} and user_id = ${userId}`)
  if (!row) throw new AppError('not_found')
  return { ...toConversation(row), turns: await readTurns(on, id) }
}

async function readTurns(on: Queryable, conversationId: string): Promise<Turn[]> {
  const rows = await on.query(sql`
    select ${TURN} from conversation_turns where conversation_id = ${conversationId} order by place`)
  return rows.map(toTurn)
}

/** @throws AppError not_found, even if the conversation exists but belongs to another user */
export async function deleteConversation(on: Queryable, userId: string, id: string): Promise<void> {
  const [row] = await on.query(sql`
    delete from conversations where id = ${id} and user_id = ${userId} returning ${columns('conversations', 'id')}`)
  if (!row) throw new AppError('not_found')
}

/** Saves a question and returns it with the earlier turns. Throws `not_found` or `conversation_full`. */
export async function saveQuestion(
  database: Database,
  userId: string,
  { conversationId, replaces, question, country, language, category }: AskRequest,
  now: Date,
): Promise<{ conversation: Conversation; turn: Turn; before: Turn[] }> {
  return await database.transaction(async (tx) => {
    if (conversationId) {
      const [own] = await tx.query(sql`
        select ${columns('conversations', 'id')} from conversations
        where id = ${conversationId} and user_id = ${userId} for update`)
      if (!own) throw new AppError('not_found')
    }
    if (replaces)
      await tx.query(sql`
        delete from conversation_turns where conversation_id = ${conversationId} and place >= (
          select place from conversation_turns where id = ${replaces} and conversation_id = ${conversationId})`)
    const before = conversationId ? await readTurns(tx, conversationId) : []
    if (before.length >= MAX_TURNS) throw new AppError('conversation_full')
    const title = openingLine(before[0]?.question ?? question, TITLE_LIMIT)
    const [row] = await tx.query(
      conversationId
        ? sql`
            update conversations set title = ${title}, country = ${country}, language = ${language},
              category = ${category}, changed_at = ${now}
            where id = ${conversationId} returning ${CONVERSATION}`
        : sql`
            insert into conversations (user_id, title, country, language, category, changed_at)
            values (${userId}, ${title}, ${country}, ${language}, ${category}, ${now}) returning ${CONVERSATION}`,
    )
    if (!row) throw new AppError('not_found')
    const [turn] = await tx.query(sql`
      insert into conversation_turns (conversation_id, question, asked_at)
      values (${row.id}, ${question}, ${now}) returning ${TURN}`)
    if (!turn) throw new AppError('internal')
    return { conversation: toConversation(row), turn: toTurn(turn), before }
  })
}

/** Saves an answer, unless the user has already deleted its question. */
export async function saveAnswer(on: Queryable, turnId: string, answer: FrogysAnswer): Promise<void> {
  await on.query(sql`
    update conversation_turns set answer = ${JSON.stringify(answer)}::jsonb where id = ${turnId}`)
}
