import { countBefore } from '../../binary-search.ts'
import { wordSet } from '../../word-lists.ts'
import type { Span } from '../../platforms/web-addresses.ts'
import type { Evidence, EvidenceText } from './evidence.ts'
import type { Mention, Person } from './people.ts'
import { isTitleWord, rolesIn, type Role } from './roles.ts'
import type { Token } from './tokens.ts'

/** Roles that a short form such as "director" or مدير names. */
export const MANAGERS = ['ceo', 'managing', 'director', 'manager', 'head', 'harbour', 'curator', 'librarian']

const LINKS = /^(?:of|for|the|at|in|and|s|de|la|a|an|on|from|to|with)$/
const COPULA = /^(?:is|was|named|called|هو|هي)$/u
const BEFORE_ROLE =
  /^(?:the|a|an|as|is|was|who|in|its|their|our|his|her|s|also|new|senior|its|then|becomes|became|be|to)$/

/** Finds who holds a role, from the words between the role and the name. */
export function holderOf(
  role: Role,
  mentions: readonly Mention[],
  text: string,
  tokens: readonly Token[],
): Mention | undefined {
  const place = countBefore(mentions.length, (n) => (mentions[n]?.at ?? 0) < role.at)
  const next = mentions.slice(place, place + 2).find(({ at }) => at >= role.next)
  const after = next && namedBehind(next, role, mentions, text, tokens)
  const before = mentions.slice(Math.max(0, place - 2), place).findLast(({ next }) => next <= role.at)
  const gapAfter = after ? tokens.slice(role.next, after.at) : []
  const textAfter = after
    ? text.slice(tokens[role.next - 1]?.end, tokens[after.at]?.start).replace(/(?:Dr|Mr|Mrs|Ms|Prof|St)\./g, '')
    : ''
  const isLinked = ({ key, text: word, kind }: Token) =>
    kind === 'word' &&
    (LINKS.test(key) ||
      isTitleWord(key) ||
      /^\p{Lu}/u.test(word) ||
      /^(?:ال|لل|ب?اسم)/u.test(key) ||
      /^عام|^مجلس|^هيي?ه$/u.test(key))
  // In "the leader of the group, Dr Vidal", the word behind "the" belongs to the role.
  const isOwn = (n: number) =>
    /^(?:of|the|its|our|their)$/.test(gapAfter[n - 1]?.key ?? '') && gapAfter[n]?.kind === 'word'
  const isDirect =
    after &&
    gapAfter.length <= 5 &&
    gapAfter.every((token, n) => isLinked(token) || isOwn(n)) &&
    /^[^.!?;:،"“«()]*,? ?$/u.test(textAfter)
  const textBefore = before ? text.slice(tokens[before.next - 1]?.end, tokens[role.at]?.start) : ''
  const gapBefore = before ? tokens.slice(before.next, role.at) : []
  const isBehind =
    before &&
    gapBefore.length <= 3 &&
    gapBefore.every(({ key }) => BEFORE_ROLE.test(key)) &&
    /^(?:[,،] ?| |\(| \()(?:[^.!?;:"“«»(,،]*)$/u.test(textBefore)
  const isNear = gapAfter.length === 0 || (gapAfter.length <= 2 && gapAfter.every(({ key }) => isTitleWord(key)))
  if (isDirect && isNear && !/[,،]/u.test(textAfter)) return after
  // In "A succeeded B as chair", A is the chair.
  const isSucceeded =
    before !== undefined && SUCCEEDS.test(tokens[before.at - 1]?.key ?? '') && gapBefore[0]?.key === 'as'
  if (isBehind) return isSucceeded ? mentions[mentions.indexOf(before) - 1] : before
  if (isDirect) return after
  const isEqual =
    after && gapAfter.length <= 9 && COPULA.test(gapAfter.at(-1)?.key ?? '') && /^[^.!?;:،"“«(,]*$/u.test(textAfter)
  return isEqual ? after : undefined
}

/** In "a spokesman for Perrin, Tom Galloway", Perrin is the employer and the name behind it is the person. */
function namedBehind(
  first: Mention,
  role: Role,
  mentions: readonly Mention[],
  text: string,
  tokens: readonly Token[],
): Mention | undefined {
  const join = tokens[first.at - 1]?.key ?? ''
  if (first.at - 1 < role.next || !/^(?:for|of|at|from|باسم|لدي|في)$/u.test(join)) return first
  const other = mentions[mentions.indexOf(first) + 1]
  const between = other ? text.slice(tokens[first.next - 1]?.end, tokens[other.at]?.start) : ''
  if (other && /^[,،] $/u.test(between)) return other
  return join === 'for' ? undefined : first
}

const SUCCEEDS = /^(?:succeed|succeeds|succeeded|succeeding|replace|replaces|replaced|replacing|follows|followed)$/

const holdersBySource = new WeakMap<EvidenceText, Map<string, Set<Person>>>()

/** The people who hold each role in a source. */
export function holdersIn(witness: EvidenceText): ReadonlyMap<string, ReadonlySet<Person>> {
  const cached = holdersBySource.get(witness)
  if (cached) return cached
  const { people, text, tokens } = witness
  const holders = new Map<string, Set<Person>>()
  for (const role of people.roles) {
    const holder = holderOf(role, people.mentions, text, tokens)
    if (!holder) continue
    const set = holders.get(role.role) ?? new Set()
    for (const person of holder.persons) set.add(person)
    holders.set(role.role, set)
  }
  holdersBySource.set(witness, holders)
  return holders
}

/** Finds people to whom the draft gives another person's role, or another office or department. */
export function wrongRoles(
  text: string,
  tokens: readonly Token[],
  mentions: readonly Mention[],
  evidence: Evidence,
): Span[] {
  const holders = evidence.map(holdersIn)
  return rolesIn(tokens).flatMap((role) => {
    const holder = holderOf(role, mentions, text, tokens)
    if (!holder) return []
    const known = holders.flatMap((each) => [...(each.get(role.role) ?? [])])
    if (holder.persons.some((person) => known.includes(person)))
      return isOtherMinister(role, holder, tokens, evidence)
        ? [spanOf(tokens, role.at - 1, Math.max(role.next, holder.next))]
        : []
    const isChair = () =>
      /^(?:cfo|coo|cto)$/.test(role.role) &&
      holders.some((there) => holder.persons.some((person) => there.get('chair')?.has(person)))
    const isOtherOffice =
      isChair() ||
      (OFFICES.has(role.role) &&
        // A "leader" may have any office.
        !/^(?:leader|قايد)/u.test(tokens[role.next - 1]?.key ?? '') &&
        holders.some((there) =>
          there
            .entries()
            .some(([other, persons]) => OFFICES.has(other) && holder.persons.some((person) => persons.has(person))),
        ))
    if (known.length === 0 && !isOtherOffice) return []
    // A draft may call a managing director only "director".
    const isGeneral = role.role === 'director' || role.role === 'manager'
    const isManager = MANAGERS.some((each) =>
      holders.some((there) => holder.persons.some((person) => there.get(each)?.has(person))),
    )
    // A possessive before the role belongs to an organization: the co-op's president.
    if ((isGeneral && isManager) || (holder.next <= role.at && tokens[holder.next]?.key === 's')) return []
    return [spanOf(tokens, Math.min(role.at, holder.at), Math.max(role.next, holder.next))]
  })
}

/** The maximum number of a source's roles to compare, to limit the time. */
const MAX_ROLES = 50

/** A person rarely holds two of these offices. A draft that gives a second one may confuse two people. */
const OFFICES = wordSet(
  'ceo cfo coo cto treasurer secretary mayor minister governor rector vicerector vicechair captain coach',
)

/** Whether a minister of the draft has another department in the source: environment minister for energy minister. */
function isOtherMinister(role: Role, { persons }: Mention, tokens: readonly Token[], evidence: Evidence): boolean {
  const department = tokens[role.at - 1]
  if (role.role !== 'minister' || department?.kind !== 'word' || !/^[a-z]{4}/.test(department.key)) return false
  const others = evidence.flatMap(({ people, tokens: all, text }) =>
    people.roles
      .slice(0, MAX_ROLES)
      .flatMap((one) =>
        one.role === 'minister' &&
        holderOf(one, people.mentions, text, all)?.persons.some((person) => persons.includes(person))
          ? (all[one.at - 1]?.key ?? [])
          : [],
      ),
  )
  return (
    others.length > 0 &&
    others.every((key) => /^[a-z]{4}/.test(key) && key !== department.key && !BEFORE_ROLE.test(key))
  )
}

export const spanOf = (tokens: readonly Token[], from: number, next: number): Span => ({
  start: tokens[from]?.start ?? 0,
  end: tokens[next - 1]?.end ?? 0,
})
