import { normalizeNfc } from '../clean-text.ts'

/**
 * Whether a mail or chat program would turn part of a text into a link or a phone number. Frogy rejects such user
 * names, because mails to other people contain the name and could carry advertising.
 */
export function containsAddress(text: string): boolean {
  // NFKC alone would take quadratic time for a long run of combining marks.
  const plain = normalizeNfc(text)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cf}ـ]/gu, '')
    .replaceAll(/[。｡․．]/gu, '.')
  // Joins the parts of a hidden address such as "evil . example". In a name, a space comes only after a full stop, as
  // in "St. John".
  const joined = plain
    .replaceAll(/(?<!\s)\s+\.\s*/gu, '.')
    .replaceAll(/(?<!\s)\s*(?:\[\.\]|\(\.\)|\[dot\]|\(dot\))\s*/gu, '.')
  return (
    /:\/\/|\/\/|\bwww\d?\./u.test(joined) ||
    /[^\s@]@[^\s@]/u.test(joined) ||
    /(?:\d{1,3}\.){3}\d{1,3}/u.test(joined) ||
    digitsIn(joined) >= LEAST_PHONE_DIGITS ||
    [...joined.matchAll(HOST)].some(([, top = '', rest = '']) => rest !== '' || isTopLevel(top))
  )
}

/**
 * A dotted host name, with the port, path or query that follows. Matches only from the first label, to take linear
 * time.
 */
const HOST = /(?<![\p{L}\p{M}\p{N}_-]\.?)(?:[\p{L}\p{M}\p{N}_-]+\.)+([\p{L}\p{M}\p{N}-]{2,})(:\d+|[/?#]\S)?/gu
const LEAST_PHONE_DIGITS = 7
const digitsIn = (text: string): number => [...text.matchAll(/\p{Nd}/gu)].length

const isTopLevel = (label: string): boolean => label.startsWith('xn--') || TOP_LEVEL.has(label)

const words = (list: string): string[] => list.trim().split(/\s+/)

/**
 * Top-level domains: countries, common generic ones and reserved ones. Excludes those that are also given names, such
 * as `anne`.
 */
const TOP_LEVEL = new Set([
  ...words(`ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca
    cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gd
    ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh
    ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx
    my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd
    se sg sh si sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz
    va vc ve vg vi vn vu wf ws ye yt za zm zw`),
  ...words(`com net org edu gov mil int info biz name pro aero coop museum mobi tel travel jobs cat asia post xxx arpa
    app dev web page site online website tech store shop blog cloud live life world today news media agency email mail
    link click top xyz icu vip club win bid loan men date download stream racing party review trade science work ink
    wiki host space press fun games game bet casino poker sex porn adult dating chat social network digital marketing
    software systems solutions services support help center company business finance financial money cash bank credit
    capital fund investments insurance tax legal law group global international international team tools design studio
    art photo photos photography video movie music fm tube wtf lol zip mov new how guide academy education university
    school college training courses health care clinic doctor dental hospital pharmacy fitness yoga beauty salon fashion
    clothing shoes jewelry gold diamonds gift gifts toys kids baby pet pets dog fish farm garden green bio eco energy
    solar house homes estate realty property properties rent rentals apartments hotel hotels holiday vacations flights
    taxi cars auto bike boats parts repair build builders construction contractors plumbing cleaning delivery express
    market markets deals sale sales discount coupons cheap bargains buy auction exchange trading forex crypto
    foundation charity church mosque islam halal arab africa london paris berlin tokyo nyc dubai abudhabi doha vegas
    example test invalid localhost local internal onion lan home corp intranet`),
  ...words(`السعودية السعوديه امارات مصر قطر الاردن عمان المغرب الجزائر تونس سورية سوريا فلسطين عراق السودان سودان ليبيا
    موريتانيا البحرين الكويت اليمن لبنان شبكة موقع كوم بازار همراه ایران پاکستان بھارت إختبار اختبار عرب ابوظبي بيتك
    рф рус укр бел бг мкд мон срб қаз ею онлайн сайт орг ком дети москва испытание ελ ευ გე հայ
    中国 中國 公司 网络 網路 香港 台灣 台湾 网址 在线 中文网 网站 商城 商店 集团 测试 みんな コム ストア テスト 한국 닷컴 닷넷 테스트
    भारत संगठन कॉम नेट भारतम् ไทย คอม இந்தியா சிங்கப்பூர் இலங்கை ভারত বাংলা ישראל קום`),
])
