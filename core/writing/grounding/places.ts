import { wordSet } from '../../word-lists.ts'
import type { Span } from '../../platforms/web-addresses.ts'
import type { Evidence } from './evidence.ts'
import { PARTICLE } from './people.ts'
import { tokensWithin } from './quotations.ts'
import { withoutPrefixes, type Token } from './tokens.ts'

// Arabic has no capitals, so names of places and organizations need a list or an announcing word such as "company".

/** Cities whose names are not ordinary words, spelt as `spellingOf` normalizes them. */
const CITIES = wordSet(`القاهره الاسكندريه الجيزه اسوان الاقصر اسيوط سوهاج المنصوره طنطا الاسماعيليه السويس بورسعيد
  دمياط الرياض مكه الدمام الظهران الطايف تبوك بريده عنيزه القصيم جازان نجران ابها ينبع دبي ابوظبي الشارقه
  عجمان الفجيره الدوحه المنامه المحرق مسقط صلاله صحار نزوي عدن صنعاء تعز الحديده بغداد البصره الموصل اربيل السليمانيه
  كركوك النجف كربلاء دمشق حلب اللاذقيه طرطوس درعا بيروت طرابلس صيدا زحله بعلبك اربد الزرقاء العقبه الكرك
  القدس رامالله نابلس غزه رفح جنين الخرطوم امدرمان بورتسودان بنغازي مصراته سبها طبرق درنه تونس صفاقس سوسه القيروان
  بنزرت قابس قرقنه الجزاير وهران قسنطينه عنابه تلمسان الرباط كازابلانكا مراكش طنجه اكادير مكناس تطوان
  الداخله نواكشوط مقديشو جيبوتي لندن باريس برلين مدريد روما اسطنبول انقره طهران موسكو واشنطن نيويورك طوكيو بكين
  نيودلهي مومباي كراتشي جاكرتا كوالالمبور سنغافوره نيروبي لاغوس جوهانسبرغ داكار`)

/**
 * Countries. The Arabic words for people and things of a country have the same stem: تونسي, "Tunisian", from تونس,
 * "Tunisia".
 */
const COUNTRIES = `السعوديه الامارات الكويت قطر البحرين عمان اليمن العراق سوريا لبنان الاردن فلسطين مصر السودان ليبيا تونس
  الجزاير المغرب موريتانيا الصومال جيبوتي تركيا ايران باكستان افغانستان اندونيسيا ماليزيا بنغلاديش الهند الصين اليابان
  كوريا فيتنام تايلاند الفلبين سريلانكا استراليا روسيا اوكرانيا فرنسا المانيا ايطاليا اسبانيا البرتغال بريطانيا ايرلندا
  هولندا بلجيكا سويسرا النمسا السويد النرويج الدنمارك فنلندا بولندا اليونان المجر رومانيا بلغاريا صربيا كرواتيا امريكا
  كندا المكسيك البرازيل الارجنتين تشيلي كولومبيا فنزويلا كوبا كينيا اثيوبيا اوغندا تنزانيا نيجيريا غانا السنغال الكاميرون
  زامبيا زيمبابوي موزمبيق افريقيا اوروبا`
  .split(/\s+/u)
  .map((name) => name.replace(/^ال(?=.{3})/u, '').replace(/(?:يا|ا|يه|ه)$/u, ''))
  .filter((stem) => stem.length > 3)

const COUNTRY = new RegExp(`^(?:${COUNTRIES.join('|')})(?:يا|ا|ه|ي|يه|يين|يون|يات)?$`, 'u')

const ORGANIZATIONS = /^[وفبلك]{0,2}(?:جامعه|منظمه|وزاره|هييه|مجله|صحيفه|بلديه|موسسه)$/u

/** Words that announce a quoted name of an organization: صندوق «النيل», 'the fund "Nile"'. */
const NAMED =
  /(?<!\p{L})[وفبل]{0,2}(?:صندوق|شركة|فريق|نادي|تطبيق|جمعية|بنك|مجلة|صحيفة|منصة|مؤسسة|قناة)\s«([^«»\n]{2,24})»/gu

/** Finds quoted Arabic names of organizations that an Arabic source does not mention. */
export function unknownOrganizationsIn(text: string, tokens: readonly Token[], evidence: Evidence): Span[] {
  return [...text.matchAll(NAMED)].slice(0, MAX_NAMED).flatMap((match) => {
    const [start, end] = [match.index, match.index + match[0].length]
    const words = tokensWithin(tokens, end - (match[1]?.length ?? 0) - 1, end)
    const isKnown = words.some(({ key }) =>
      evidence.some((witness) =>
        withoutPrefixes(key).some((form) => witness.stems.has(form) || witness.words.has(form)),
      ),
    )
    return isKnown || words.length === 0 || !/^[\u0600-\u06FF]/u.test(words[0]?.key ?? '') ? [] : [{ start, end }]
  })
}

const MAX_NAMED = 50

/** Finds Arabic names of cities and organizations that an Arabic source does not mention. */
export function unknownPlacesIn(tokens: readonly Token[], evidence: Evidence): Span[] {
  const isKnown = (key: string) => {
    const forms = withoutPrefixes(key).flatMap((form) => [form, `ال${form}`])
    return evidence.some(({ words, stems }) => forms.some((form) => words.has(form) || stems.has(form)))
  }
  const known = new Map<string, boolean>()
  const isCountryKnown = (form: string) => {
    const stem = COUNTRIES.find((each) => form.startsWith(each)) ?? form
    const isKnown = known.get(stem) ?? evidence.some(({ stems }) => [...stems].some((other) => other.startsWith(stem)))
    known.set(stem, isKnown)
    return isKnown
  }
  return tokens.flatMap((token, at): Span[] => {
    if (token.kind !== 'word') return []
    if (withoutPrefixes(token.key).some((form) => CITIES.has(form)) && !isKnown(token.key)) return [token]
    const country = withoutPrefixes(token.key).find((form) => COUNTRY.test(form))
    if (country && !isCountryKnown(country)) return [token]
    const after = tokens[at + 1]
    const isNamed =
      ORGANIZATIONS.test(token.key) &&
      after?.kind === 'word' &&
      after.start - token.end === 1 &&
      !PARTICLE.test(after.key) &&
      // The next word is an adjective or possessive, not a name: منظمة دولية, "an international organization".
      (after.key.startsWith('ال') || !/(?:ه|نا|ك|كم|ي)$/u.test(after.key))
    if (!isNamed || isKnown(after.key)) return []
    return [{ start: token.start, end: after.end }]
  })
}
