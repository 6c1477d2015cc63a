import type { Token } from './tokens.ts'

export type Hedge = 'about' | 'over' | 'under' | null

const HEDGES = {
  about:
    /(?:^| )[وف]?(?:about|around|nearly|almost|roughly|approximately|some|circa|close to|somewhere near|near|something like|just under|just over|just shy of|not quite|practically|getting on for|a little over|a little under|[بل]?نحو|[بل]?حوالي|قرابه|زهاء|تقريبا|ما يقارب|ما يقرب من|[يت]قارب|[يت]ناهز|ناهزت?|تقارب ال|[يت]قرب من|[ل]?[يت]قترب من)$/u,
  over: /(?:^| )(?<!no |not |لا |الا |لم )[وف]?(?:over|above|more than|not less than|no fewer than|at least|exceeding|exceeds|exceeded|ب?اكثر من|ب?اكثر بقليل من|ما يزيد علي|ما يزيد عن|[يت]زيد علي|[يت]زيد عن|لا يقل عن|فوق|تجاوزت?|[يت]تجاوز|فاقت?|[يت]فوق|[يت]ربو علي)$/u,
  under:
    /(?:^| )[وف]?(?:under|below|less than|fewer than|no more than|not more than|as much as|as many as|up to|at most|ب?اقل من|[يت]قل عن|قليلا عن|ل?ا?لا [يت]زيد (?:علي|عن)|ل?ا?لا [يت]تجاوز|دون|حتي)$/u,
}

export function hedgeOf(tokens: readonly Token[], at: number, next: number): Hedge {
  const before = tokens
    .slice(Math.max(0, at - 4), at)
    .map(({ key }) => key)
    .join(' ')
  const hedges = ['about', 'over', 'under'] as const
  const hedge = hedges.find((each) => HEDGES[each].test(before)) ?? hedgeBehind(tokens, next)
  // "Over six seasons" means during them, not more than six.
  const isDuring = hedge === 'over' && / ?over$/.test(before) && !/(?:just|well|little) over$/.test(before)
  return isDuring && isPeriod(tokens, next) ? null : hedge
}

const isPeriod = (tokens: readonly Token[], next: number): boolean =>
  [tokens[next - 1], tokens[next]].some((token) =>
    /^(?:seasons?|months?|weeks?|days?|hours?|minutes?|years?|decades?|centuries|terms?|rounds?|sessions?|nights?)$/.test(
      token?.key ?? '',
    ),
  ) && !/^(?:old|ago)$/.test(tokens[next]?.key ?? '')

/** Finds a rounding word after a figure: "five or so"; خمسة تقريبًا, "about five". */
function hedgeBehind(tokens: readonly Token[], next: number): Hedge {
  const after = tokens
    .slice(next, next + 2)
    .map(({ key }) => key)
    .join(' ')
  if (after.startsWith('and change')) return 'over'
  if (/^(?:\S+ )?تقريبا$|^(?:تقريبا|or so|الا قليلا)/u.test(after)) return 'about'
  return after.startsWith('ونيف') ? 'over' : null
}
