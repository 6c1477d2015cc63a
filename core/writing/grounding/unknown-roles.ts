import type { Span } from '../../platforms/web-addresses.ts'
import { wordSet } from '../../word-lists.ts'
import { stemsOf } from './alignment.ts'
import type { Evidence, EvidenceText } from './evidence.ts'
import { isCalling, type Mention, type Person } from './people.ts'
import { rolesIn, type Role } from './roles.ts'
import { areInOneScript } from './near-words.ts'
import type { Token } from './tokens.ts'
import { holderOf, holdersIn, MANAGERS } from './wrong-roles.ts'

/**
 * Finds people to whom the draft gives a role that the source never mentions near them, while it gives them another
 * one. Example: "Minister Hala Amin" for "harbour master Hala Amin".
 */
export function unknownRoles(
  text: string,
  tokens: readonly Token[],
  mentions: readonly Mention[],
  evidence: Evidence,
): Span[] {
  if (!evidence.every((witness) => areInOneScript(tokens, witness.tokens))) return []
  return rolesIn(tokens)
    .filter(({ role }) => !GENERAL.has(role))
    .slice(0, MAX_ROLES)
    .flatMap((role): Span[] => {
      const holder = holderOf(role, mentions, text, tokens)
      if (!holder) return []
      const end = role.next <= holder.at ? holder.at : endOfPhrase(role, text, tokens)
      const stems = stemsOf(tokens)
      const [own, whole] = [stems.slice(role.at, role.next), stems.slice(role.next, end)].map((all) =>
        all.filter(Boolean),
      ) as [string[], string[]]
      // One person may be called the director and the head, so what they lead must also be another thing.
      const isLeader = LEADERS.has(role.role)
      if (isLeader && !whole.some((stem) => evidence.some((witness) => stemsOf(witness.tokens).includes(stem))))
        return []
      const words = isLeader ? [...own, ...whole] : own
      const isDeputy = !DEPUTY.test(tokens[role.at - 1]?.key ?? '')
      const isWrong =
        (evidence.some((witness) => hasOtherRole(witness, holder.persons, role)) &&
          !evidence.some((witness) => areNear(holder.persons, words, witness))) ||
        (isDeputy && evidence.some((witness) => areDeputies(holder.persons, own[0] ?? '', witness)))
      if (!isWrong) return []
      const [first, next] = [Math.min(role.at, holder.at), Math.max(end, holder.next)]
      return [{ start: tokens[first]?.start ?? 0, end: tokens[next - 1]?.end ?? 0 }]
    })
}

/** The maximum number of a draft's roles to compare, to limit the time. */
const MAX_ROLES = 50

/** Descriptions that fit people with many roles. */
const GENERAL = wordSet('owner founder expert researcher consultant analyst winner captain pupil officer')
const LEADERS = new Set([...MANAGERS, 'chair', 'lead', 'supervisor', 'secretary'])

/** The position after a role and what it belongs to: رئيسة النادي, "the club's chair". */
function endOfPhrase(role: Role, text: string, tokens: readonly Token[]): number {
  let next = role.next
  while (next < role.next + LONGEST_PHRASE && /^ [«"“]?$/u.test(text.slice(tokens[next - 1]?.end, tokens[next]?.start)))
    next++
  return next
}

const LONGEST_PHRASE = 4

const isOneOf = ({ persons }: Mention, others: readonly Person[]): boolean =>
  persons.some((person) => others.includes(person))

/** Whether the source has one of the words near a mention of the people. */
function areNear(persons: readonly Person[], words: readonly string[], { tokens, people }: EvidenceText): boolean {
  const stems = stemsOf(tokens)
  return people.mentions.some(
    (mention) =>
      isOneOf(mention, persons) &&
      stems
        .slice(Math.max(0, mention.at - NEAR), mention.next + NEAR)
        .some((stem) => stem !== '' && words.includes(stem)),
  )
}

const NEAR = 9 // The maximum distance between a name and a word about the person, in words.

const DEPUTY = /^[وفبل]?(?:ال)?(?:deputy|vice|assistant|نايب|نايبه|مساعد|مساعده)$/u

/** Whether the source has a role only behind "deputy", directly before the people's names. */
function areDeputies(persons: readonly Person[], role: string, { tokens, people }: EvidenceText): boolean {
  const stems = stemsOf(tokens)
  const places = people.mentions
    .filter((mention) => isOneOf(mention, persons))
    .flatMap(({ at, next }) =>
      Array.from({ length: next + NEAR - Math.max(0, at - NEAR) }, (_, n) => Math.max(0, at - NEAR) + n),
    )
    .filter((place) => role !== '' && stems[place] === role)
  const isBehind = (place: number) =>
    DEPUTY.test(tokens[place - 1]?.key ?? '') ||
    (tokens[place - 1]?.text === '-' && DEPUTY.test(tokens[place - 2]?.key ?? ''))
  return places.length > 0 && places.every(isBehind)
}

/** Whether the source gives the people another role, or a role that is not in the list of roles. */
function hasOtherRole(witness: EvidenceText, persons: readonly Person[], { role }: Role): boolean {
  const roles = [...holdersIn(witness)].filter(([, holders]) => persons.some((person) => holders.has(person)))
  if (roles.length > 0) return roles.every(([other]) => other !== role)
  return witness.people.mentions.some(
    (mention) =>
      isOneOf(mention, persons) &&
      witness.tokens
        .slice(Math.max(0, mention.at - BEFORE_NAME), mention.at)
        .some(({ key, sentence }) => sentence === witness.tokens[mention.at]?.sentence && isCalling(key)),
  )
}

const BEFORE_NAME = 4 // The maximum distance between a role and the name after it, in words.
