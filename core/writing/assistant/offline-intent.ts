/** The purpose of a sentence, recognized without a model. `topic` is a subject to write about. */
export type OfflineIntent =
  | { kind: 'thanks' | 'greeting' | 'help' }
  | { kind: 'best' | 'coming' | 'drafts' | 'trouble' }
  | { kind: 'topic'; topic: string }

const ENDING = '[\\s.!?؟،,👍🙏😊]*$'
const whole = (words: string): RegExp => new RegExp(`^(?:${words})${ENDING}`, 'iu')

const SMALL_TALK: readonly (readonly ['thanks' | 'greeting' | 'help', RegExp])[] = [
  [
    'thanks',
    whole(
      '(?:ok(?:ay)?,? |great,? |perfect,? )?(?:many )?thank(?:s|\\s?you)(?: (?:a lot|so much|very much|frogy|again|for (?:your|the) help))*|thx|ok(?:ay)?|great|perfect|nice|cool|got it|(?:شكر[اً]+ا?|أشكرك|مشكور|تسلم|يعطيك العافية|ممتاز|تمام|رائع|حسن[اً]+ا?|جزاك الله خيرا?ً?)(?: (?:لك|جزيل[اً]+ا?|جد[اً]+ا?|على المساعدة))*',
    ),
  ],
  [
    'greeting',
    whole(
      '(?:hi|hello|hey|good (?:morning|afternoon|evening))(?: (?:there|frogy))?|(?:مرحب[اً]+ا?|أهلا?ً?|أهلا?ً? وسهلا?ً?|السلام عليكم(?: ورحمة الله(?: وبركاته)?)?|صباح الخير|مساء الخير)',
    ),
  ],
  [
    'help',
    whole(
      'help|what can you do(?: for me)?|how (?:do you|does this) work|(?:ماذا|ما الذي) (?:تستطيع|يمكنك)(?: أن)?(?: تفعل| فعله)?|كيف تعمل|مساعدة',
    ),
  ],
]

/** Questions about the user's own posts. Matches only short sentences, because a longer one is probably a topic. */
const OWN_POSTS: readonly (readonly ['best' | 'coming' | 'drafts' | 'trouble', RegExp])[] = [
  [
    'best',
    /\b(?:which|what|how|show|list)\b.*\bmy (?:best|top|most \w+)? ?posts?\b.*\b(?:best|do|did|doing|perform\w*|well|reach|engagement|likes?|results?)\b|\b(?:my|your) (?:best|top|most popular) posts?\b|(?:أي|ما|أفضل|أنجح|أكثر|كيف).*(?:منشوراتي|منشور لي)/iu,
  ],
  [
    'trouble',
    /\b(?:which|what|did|have|show|why)\b.*\bmy posts?\b.*\b(?:fail\w*|missed|not (?:published|posted)|wrong)\b|\bmy failed posts?\b|منشوراتي.*(?:فشلت|لم تُ?نشر|تعذّ?ر)|(?:فشلت|تعذّ?ر).*منشوراتي/iu,
  ],
  [
    'coming',
    /\b(?:what|when|show|which|list)\b.*\b(?:my schedule|my (?:next|upcoming|scheduled) posts?|scheduled)\b|\bmy schedule\b|(?:ما|متى|اعرض|أظهر).*(?:جدولي|المجدولة?|منشوري (?:القادم|التالي))|منشوراتي (?:المجدولة|القادمة)/iu,
  ],
  ['drafts', /\b(?:what|which|show|list|where)\b.*\bmy drafts\b|^my drafts\b|مسوداتي/iu],
]
const MOST_WORDS = 14

/** Requests to write. The words that follow are the topic. */
const REQUESTS = [
  /^(?:please |can you |could you |help me (?:to )?|i(?:'d| would) (?:like|want) to |i want to |i need to )*(?:how (?:do|can|should|would) i (?:write|post)|write|create|draft|make|give me (?:some )?(?:ideas|angles|ways)(?: (?:for|to write))?|ideas for|suggest (?:ideas|angles)(?: for)?|post)(?: me)?(?: (?:a|an|another|some|my))?(?: (?:good|short|new|linkedin|x|facebook|instagram|threads))*(?: (?:posts?|drafts?|something))? (?:about|on) /iu,
  /^(?:من فضلك،? |أريد |أود |ساعدني (?:في |على )|هل يمكنك )*(?:أن )?(?:كيف (?:أكتب|نكتب|يمكنني أن أكتب)|اكتب(?: لي)?|أكتب|كتابة|الكتابة|أعطني أفكار[اً]+ا?|أفكار|اقترح(?: لي)? أفكار[اً]+ا?)(?: (?:منشور[اً]*ا?|مسودة|لمنشور|لمنشورات|شيئ[اً]+ا?))? (?:عن|حول|بشأن) /u,
]

export function offlineIntent(question: string): OfflineIntent {
  const text = question.trim().replaceAll('’', "'")
  const said = SMALL_TALK.find(([, pattern]) => pattern.test(text))
  if (said) return { kind: said[0] }
  const asked = text.split(/\s+/u, MOST_WORDS + 1).length <= MOST_WORDS && OWN_POSTS.find(([, at]) => at.test(text))
  if (asked) return { kind: asked[0] }
  const request = REQUESTS.map((pattern) => pattern.exec(text)?.[0]).find(Boolean) ?? ''
  const topic = text.slice(request.length).trim()
  return { kind: 'topic', topic: request === '' ? topic : topic.charAt(0).toUpperCase() + topic.slice(1) }
}
