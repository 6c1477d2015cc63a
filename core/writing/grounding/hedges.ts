import type { Token } from './tokens.ts'

/** `most` is a limit such as "up to 20", which fits only 20. "Under 20" also fits 19. */
export type Hedge = 'about' | 'over' | 'under' | 'most' | null

const HEDGES = {
  about:
    /(?:^| )[وفبلك]{0,2}(?:about|around|nearly|almost|roughly|approximately|some|circa|close to|somewhere near|near|something like|just under|just over|just shy of|not quite|practically|getting on for|a little over|a little under|slightly over|slightly under|نحو|حوالي|قرابه|في حدود|حدود|اقل (?:ب?قليل|قليلا) من|اكثر قليلا من|زهاء|تقريبا|ما يقارب|ما يقرب من|[يت]قارب|[يت]ناهز|ناهزت?|تقارب ال|[يت]قرب من|[يت]قترب من)$/u,
  over: /(?:^| )(?<!no |not |لا |الا |لم )[وفبلك]{0,2}(?:over|above|more than|upwards of|in excess of|no less than|a minimum of|not less than|no fewer than|at least|exceeding|exceeds|exceeded|اكثر من|اكثر بقليل من|[يت]زيد(?: قليلا| كثيرا| بقليل)? (?:علي|عن)|(?:لا|الا) [يت]قل عن|علي الاقل|فوق|تجاوزت?|[يت]تجاوز|فاقت?|[يت]فوق|[يت]ربو علي)$/u,
  under:
    /(?:^| )[وفبلك]{0,2}(?:under|below|not even|short of|(?<!no |not )less than|fewer than|اقل من|(?<!لا |الا )[يت]قل عن|قليلا عن|دون)$/u,
  most: /(?:^| )[وفبلك]{0,2}(?:a maximum of|no more than|not more than|as much as|as many as|up to|at most|ا?لا [يت]زيد (?:علي|عن)|ا?لا [يت]تجاوز|حتي)$/u,
}

export function hedgeOf(tokens: readonly Token[], at: number, next: number): Hedge {
  const before = tokens
    .slice(Math.max(0, at - 4), at)
    .map(({ key }) => key)
    .join(' ')
  const hedges = ['about', 'over', 'most', 'under'] as const
  const hedge = hedges.find((each) => HEDGES[each].test(before)) ?? hedgeBehind(tokens, next)
  // "Over six seasons" means during them, not more than six. "Over half an hour" means more than that.
  const isDuring = hedge === 'over' && / ?over$/.test(before) && !/(?:just|well|little) over$/.test(before)
  if (hedge === 'over' && isDenied(tokens, at)) return 'most'
  const isPart = /^(?:half|quarter|an?|third)$/.test(tokens[at]?.key ?? '')
  return isDuring && !isPart && isPeriod(tokens, next) ? null : hedge
}

/** Whether a negation turns "more than" into a limit: it does not take more than an hour; لا تبعد أكثر من كيلومتر. */
const isDenied = (tokens: readonly Token[], at: number): boolean =>
  tokens
    .slice(Math.max(0, at - 6), at)
    .some(
      ({ key, sentence }) =>
        sentence === tokens[at]?.sentence && /^(?:not|never|t|cannot|لا|لم|لن|ولا|ولم|ولن)$/u.test(key),
    )

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
  if (/^(?:\S+ )?(?:تقريبا|roughly)$|^(?:تقريبا|or so|الا قليلا)/u.test(after)) return 'about'
  return after.startsWith('ونيف') ? 'over' : null
}
