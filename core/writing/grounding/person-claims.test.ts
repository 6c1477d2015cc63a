import { describe, expect, test } from 'vitest'
import { claimsIn } from './claims.ts'
import { evidenceOf } from './evidence.ts'

const NEWS = `The council of Torrin met on Monday. Mayor Helen Brodie opened the meeting. "A harbour is a promise," said chief engineer Ewan Sorley.
Treasurer Moira Kent, who keeps the books, asked for patience. Councillor Nairn proposed a vote. Dr Anil Rao beat Tomas Berg in the raffle.`

const KHABAR = `عقد مجلس بلدية مادبا جلسته يوم الاثنين. وقالت رئيسة البلدية هناء الزعبي: «الماء أولًا ثم الطريق بعده».
وأوضح المهندس راشد العتوم أن الخزان سيُبنى قرب المدرسة. واقترح العضو فواز حدادين التصويت. وحذّرت أمينة الصندوق لينا قموه من العجز.`

const marked = (draft: string, text: string) =>
  claimsIn(draft, evidenceOf({ source: { text } })).flatMap(({ text: claim, found }) => (found ? [] : [claim]))

describe('people of an English source', () => {
  test.each([
    ['Chief engineer Helen Brodie opened it.', 'Chief engineer Helen Brodie'],
    ['Ewan Sorley, the mayor, spoke.', 'Ewan Sorley, the mayor'],
    ['They thanked Helen Sorley for it.', 'Helen Sorley'],
    ['Mayor Moira Brodie was there.', 'Moira Brodie'],
    ['Helen Brodie proposed a vote.', 'Helen Brodie proposed'],
    ['Tomas Berg beat everyone.', 'Tomas Berg beat'],
    ['"A harbour is a promise," said Moira Kent.', '"A harbour is a promise," said Moira Kent'],
    ['Helen Brodie: "A harbour is a promise."', 'Helen Brodie: "A harbour is a promise."'],
    ['قال أمين الصندوق إيوان سورلي إن الصبر مطلوب.', 'أمين الصندوق إيوان سورلي'],
    ['وقالت العمدة هيلين سورلي إن الجلسة طالت.', 'هيلين سورلي'],
    ['وقال العمدة كريم منصور إن الجلسة طالت.', 'كريم منصور'],
  ])('marks the wrong person in the draft: %s', (draft, expected) => {
    expect(marked(draft, NEWS)).toContain(expected)
  })

  test.each([
    'Helen Brodie, the mayor, opened the meeting.',
    'Mayor Brodie and treasurer Kent were there.',
    'Sorley, chief engineer: "A harbour is a promise."',
    'Nairn proposed a vote, and Rao beat Berg.',
    'Moira keeps the books.',
    'قالت العمدة هيلين برودي إن الميناء وعد.',
    'وطلبت أمينة الصندوق مويرا كنت الصبر.',
  ])('accepts the right person in the draft: %s', (draft) => {
    expect(marked(draft, NEWS)).toEqual([])
  })
})

test('accepts a claim that gives a role to the successor, and marks one that gives it to the predecessor', () => {
  const source = 'Ada Brook succeeded Paul Stone as chair in May.'
  expect(marked('Ada Brook, chair of the club, is glad.', source)).toEqual([])
  expect(marked('Paul Stone, chair of the club, is glad.', source)).not.toEqual([])
})

test.each([
  [
    'أعلنت مديرة الميناء منال الغامدي الخطة.',
    'قالت منال الغامدي، وزيرة النقل، إن الخطة جاهزة.',
    ['منال الغامدي، وزيرة النقل'],
  ],
  [
    'أبدت الدكتورة نعيمة الصقلي، رئيسة جمعية الأسرة، تحفظها على التطبيق الذي لا يناسب كبار السن في القرى البعيدة. وشركة «خطوة» ترد.',
    'الدكتورة نعيمة الصقلي، مديرة شركة «خطوة»، متحفظة.',
    ['نعيمة الصقلي، مديرة شركة «خطوة'],
  ],
  ['أعلنت مديرة الميناء منال الغامدي الخطة.', 'قالت منال الغامدي، رئيسة الميناء، إن الخطة جاهزة.', []],
  [
    'وقالت نائبة رئيس البلدية لشؤون النقل سوزان كيالي إن العدد كبير.',
    'لكن سوزان كيالي، رئيسة البلدية، قلقة.',
    ['سوزان كيالي، رئيسة البلدية'],
  ],
  ['وقالت رئيسة البلدية سوزان كيالي إن العدد كبير.', 'لكن سوزان كيالي، رئيسة البلدية، قلقة.', []],
  ['Mayor Ada Brook opened the hall.', 'Ada Brook, a nurse, opened the hall.', ['Ada Brook, a nurse']],
  ['Managing director Ada Brook opened the hall.', 'Chief executive Ada Brook opened the hall.', []],
])(
  'marks a role that is not in the source, if the source gives the person another one. Source: "%s". Draft: %s',
  (source, draft, expected) => {
    expect(marked(draft, source)).toEqual(expected)
  },
)

describe('names in the place of another name', () => {
  const source = `Council leader Priya Nandakumar cut the ribbon at noon. In a trial with 240 users in Perth and Osaka, hearing improved.
Joanne Keele runs a bakery in Aberdeen. The Chamber's president, Gerald Okafor, called it "a luxury for small firms".`

  test.each([
    ['Council leader Joanne Keele cut the ribbon at noon.', ['leader Joanne Keele']],
    ['Council leader Hyun-woo Bae cut the ribbon at noon.', ['Hyun-woo Bae']],
    ['A trial with 240 users in Perth and Aberdeen improved hearing.', ['Aberdeen']],
    ['Council leader Priya Nandakumar cut the ribbon at noon.', []],
    ['A trial with 240 users in Osaka and Perth improved hearing.', []],
    ['Gerald Okafor, president of the Chamber, called it "a luxury for small firms".', []],
  ])('compares the names between the same words: %s', (draft, expected) => {
    expect(marked(draft, source)).toEqual(expected.length > 0 ? expect.arrayContaining(expected) : [])
  })
})

test('marks a quoted name of an organization that the source does not mention', () => {
  const source = 'قاد صندوق «السدرة» الجولة، ثم باع حصته.'
  expect(marked('قاد صندوق «السدرة» الجولة.', source)).toEqual([])
  expect(marked('قاد صندوق «العرعر» الجولة.', source)).toEqual(['صندوق «العرعر»'])
})

describe('people of an Arabic source', () => {
  test.each([
    ['وقال المهندس راشد حدادين إن الخزان قريب.', 'راشد حدادين'],
    ['قالت رئيسة البلدية هناء العتوم إن الماء أولًا.', 'هناء العتوم'],
    ['وقال المهندس رائد العتوم إن الخزان قريب.', 'رائد العتوم'],
    ['تحدثت رئيسة البلدية لينا قموه.', 'رئيسة البلدية لينا قموه'],
    ['وقال راشد العتوم: «الماء أولًا ثم الطريق بعده».', 'راشد العتوم: «الماء أولًا ثم الطريق بعده»'],
    ['الخزان في عمّان وليس في إربد.', 'إربد'],
    ['وشاركت جامعة اليرموك في الجلسة.', 'جامعة اليرموك'],
    ['Engineer Rashid Haddadin explained it.', 'Rashid Haddadin'],
    ['Treasurer Hana Al-Zoubi warned of the deficit.', 'Treasurer Hana Al-Zoubi'],
    ['Dr Samir Khalidi explained it.', 'Samir Khalidi'],
  ])('marks the wrong person or place in the draft: %s', (draft, expected) => {
    expect(marked(draft, KHABAR)).toContain(expected)
  })

  test.each([
    'قالت هناء الزعبي: «الماء أولًا ثم الطريق بعده».',
    'المهندس راشد العتوم مطمئن، وأمينة الصندوق لينا قموه قلقة.',
    'واقترح حدادين التصويت.',
    'Mayor Hana Al-Zoubi spoke, and engineer Rashid Al-Atoum explained it.',
    'Lina Qamouh, the treasurer, warned of a deficit.',
  ])('accepts the right person in the draft: %s', (draft) => {
    expect(marked(draft, KHABAR)).toEqual([])
  })
})

describe('deeds of another person', () => {
  const dig =
    'The dig was led by Dr Helen Osgood; the timber was studied by Dr Rafael Quintero. Engineer Tom Rao watched it.'
  const project = 'بدأ المشروع بقيادة المهندسة هناء العتوم. وقال مدير الشركة، حمد الناصري: «الماء أولًا ثم الطريق بعده».'

  test.each([
    [dig, 'The team, led by Rafael Quintero, found coins.', ['led by Rafael Quintero']],
    [dig, 'The team, led by Helen Osgood, found coins.', []],
    [project, 'يستمر المشروع بقيادة حمد الناصري.', ['بقيادة حمد الناصري']],
    [project, 'يستمر المشروع بقيادة هناء العتوم.', []],
  ])('marks a deed that the source gives to another person. Source: "%s". Draft: %s', (source, draft, expected) => {
    expect(marked(draft, source)).toEqual(expected)
  })

  test('recognizes an Arabic name between a role and a quotation', () => {
    expect(marked('«الماء أولًا ثم الطريق بعده»، على حد قول هناء العتوم.', project)).toHaveLength(1)
    expect(marked('«الماء أولًا ثم الطريق بعده»، على حد قول حمد الناصري.', project)).toEqual([])
  })
})

describe('people next to an employer, a rank or another name', () => {
  const news = `A spokesman for Perrin, Tom Galloway, said the company was "disappointed and considering its position". Justice Ann Whitcombe, formerly of C Perrin, disagreed. Colin Maddox spoke for the drivers.
The striker Emil Holm joined Calder Rovers. "He showed me where I would play, not how much I would earn," said Emil Holm. Head coach Graham Pell waited.
"Demand was never the problem," said Marek Wysocki, chief executive. Chief financial officer Ingrid Solheim spoke of debt.
Kestrel reached its orbit on Monday, while the Japanese probe waited. Flight director Annika Brandt was glad.`
  const khabar = `قال العميد سالم الحضرمي، مدير إدارة الطوارئ: «أنقذتنا الإنذارات المبكرة قبل العاصفة». وعزا اللواء مروان التكريتي، رئيس الهيئة، الانخفاض إلى الكاميرات، بحسب التقرير الذي أصدرته هيئة السلامة المرورية.
وتسجل محافظة الساحل أدنى معدل بطالة وفق المعهد الوطني للإحصاء. وانضم اللاعب إميل هولم إلى نادي روفرز. وقال إميل هولم: «أراني المدرب أين سألعب لا كم سأكسب». وقال كريم نصار إن الموسم طويل.`

  test.each([
    ['Tom Galloway, its spokesman, says the firm is "disappointed and considering its position".', news],
    ['Spokesman Tom Galloway called the firm "disappointed and considering its position".', news],
    ['"Disappointed and considering its position": so says Tom Galloway, spokesman for Perrin.', news],
    ['Asked why he chose Rovers, he said: "He showed me where I would play, not how much I would earn."', news],
    ['Asked about Graham Pell, he replied: "He showed me where I would play, not how much I would earn."', news],
    ['On Graham Pell he said: "He showed me where I would play, not how much I would earn."', news],
    ['Thanks to Annika Brandt, after Kestrel reached its orbit on Monday.', news],
    ['Marek Wysocki sees no problem with demand.', news],
    ['وعن سبب اختياره روفرز قال: «أراني المدرب أين سألعب لا كم سأكسب».', khabar],
    ['سئل عن كريم نصار فقال: «أراني المدرب أين سألعب لا كم سأكسب».', khabar],
    ['Messages came early, says Brigadier Salem al-Hadrami, head of the emergency department.', khabar],
    ['General Marwan al-Tikriti praised the cameras.', khabar],
    ['يقول اللواء مروان التكريتي، رئيس هيئة السلامة المرورية، إن السبب الكاميرات.', khabar],
    ['محافظة الساحل لديها أدنى معدل بطالة.', khabar],
    ['وبحسب نشرة الإحصاء، تسجل محافظة الساحل أدنى معدل.', khabar],
    ['وبحسب أرقام المعهد، تسجل محافظة الساحل أدنى معدل.', khabar],
  ])('accepts the right person in the draft: %s', (draft, source) => {
    expect(marked(draft, source)).toEqual([])
  })

  test.each([
    ['Colin Maddox says the firm is "disappointed and considering its position".', news],
    ['Colin Maddox, spokesman for Perrin, said little.', news],
    ['Graham Pell was clear when he said: "He showed me where I would play, not how much I would earn."', news],
    ['Marek Wysocki, the chief financial officer, spoke of debt.', news],
    ['وقال كريم نصار: «أراني المدرب أين سألعب لا كم سأكسب».', khabar],
    ['وقال اللواء كريم التكريتي إن السبب الكاميرات.', khabar],
  ])('marks the wrong person in the draft: %s', (draft, source) => {
    expect(marked(draft, source)).not.toEqual([])
  })
})
