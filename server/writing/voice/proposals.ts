import { AppError } from '#core/errors.ts'
import type { Language } from '#core/language.ts'
import { publishedText } from '#core/posts/published-text.ts'
import { MAX_RULES } from '#core/writing/options/voice.ts'
import type { Voice, VoiceProposal } from '#core/writing/voice-contract.ts'
import { readText, type EditKind } from '#core/writing/voice-edits.ts'
import { draftOf, EVIDENCE, proposalFrom, type Pair, type Proposal } from '#core/writing/voice-proposal.ts'
import type { Database, Queryable } from '../../db/database.ts'
import sql, { columns } from '../../db/sql.ts'
import { changeVoiceIn, readVoice } from './store.ts'
import { writtenDrafts } from './written-drafts.ts'

/** How many published posts to compare per language. Many of them did not start as a draft by Frogy. */
const LATEST = 30

/** The rule to propose: the one with the most evidence since the user last accepted or refused a rule. */
export async function readProposal(on: Queryable, userId: string): Promise<VoiceProposal | null> {
  const answers = await on.query(sql`
    select ${columns('voice_answers', 'kind', 'language', 'phrase', 'answered_at')} from voice_answers
    where user_id = ${userId}`)
  const since = new Date(Math.max(0, ...answers.map(({ answered_at: at }) => at.getTime())))
  const found: Proposal[] = []
  for (const language of ['en', 'ar'] as const) {
    const isAnswered = (kind: EditKind, phrase: string | null) =>
      answers.some((one) => one.kind === kind && one.language === language && one.phrase === (phrase ?? ''))
    const proposal = proposalFrom(await readPairs(on, userId, language, since), language, isAnswered)
    if (proposal) found.push(proposal)
  }
  const best = found.toSorted((one, other) => other.count - one.count)[0]
  return best ? { id: idOf(best), ...best } : null
}

const answerOf = ({ kind, language, phrase }: Pick<Proposal, 'kind' | 'language' | 'phrase'>) => ({
  kind,
  language,
  // Proposals about replaced openings have no phrase in their id, so the user's answer to one counts for all openings.
  phrase: kind === 'opening_replaced' ? '' : (phrase ?? ''),
})

function idOf(proposal: Proposal): string {
  const { kind, language, phrase } = answerOf(proposal)
  return [kind, language, phrase].filter(Boolean).join(' ')
}

/** The user's newest posts that came from a draft, each draft once. */
async function readPairs(on: Queryable, userId: string, language: Language, since: Date): Promise<Pair[]> {
  const posts = await on.query(sql`
    select ${columns('posts', 'content', 'hashtags', 'published_at')} from posts
    where user_id = ${userId} and status = 'published' and content_language = ${language} and published_at > ${since}
    order by published_at desc, id desc limit ${LATEST}`)
  if (posts.length < EVIDENCE) return []
  let drafts = await writtenDrafts(on, userId, language)
  return posts.flatMap(({ content, hashtags, published_at: at }) => {
    const posted = readText(publishedText({ content, hashtags }))
    const earlier = drafts.filter(({ writtenAt }) => at !== null && writtenAt <= at)
    const written =
      earlier[
        draftOf(
          posted,
          earlier.map(({ traits }) => traits),
        )
      ]
    if (!written) return []
    // Count a draft only once, even if it was posted on several networks.
    drafts = drafts.filter((draft) => draft !== written)
    return [{ written: written.traits, posted }]
  })
}

/**
 * Accepts or refuses the proposed rule. A repeated answer changes nothing.
 * @throws AppError not_found, too_many_rules
 */
export async function answerProposal(
  database: Database,
  userId: string,
  { id, rule }: { id: string; rule: { list: 'dos' | 'donts'; text: string } | null },
  now: Date,
): Promise<Voice> {
  return await database.transaction(async (tx) => {
    // Lock the user's row, so that two simultaneous answers to a proposed rule cannot both add it.
    await tx.query(sql`select from users where id = ${userId} for no key update`)
    const answers = await tx.query(sql`
      select ${columns('voice_answers', 'kind', 'language', 'phrase')} from voice_answers where user_id = ${userId}`)
    const isRepeated = answers.some((one) => [one.kind, one.language, one.phrase].filter(Boolean).join(' ') === id)
    if (isRepeated) return await readVoice(tx, userId)
    const proposal = await readProposal(tx, userId)
    if (proposal?.id !== id) throw new AppError('not_found')
    const { kind, language, phrase } = answerOf(proposal)
    await tx.query(sql`
      insert into voice_answers (user_id, kind, language, phrase, is_accepted, answered_at)
      values (${userId}, ${kind}, ${language}, ${phrase}, ${rule !== null}, ${now})`)
    const voice = await readVoice(tx, userId)
    const rules = rule ? voice[rule.list] : []
    if (rule && !rules.includes(rule.text) && rules.length >= MAX_RULES)
      throw new AppError('too_many_rules', { values: { limit: MAX_RULES } })
    return await changeVoiceIn(tx, userId, rule ? { [rule.list]: [...new Set([...rules, rule.text])] } : {}, now)
  })
}
