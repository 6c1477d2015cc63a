import { withoutPrefixes, type Token } from './tokens.ts'

/**
 * Words of both languages. Each line has two classes of words with opposite meanings. If the source uses one class, the
 * draft may not use the other class alone.
 */
export const OPPOSITES: string[][] = [
  ['compulsory,mandatory,obligatory,الزامي,اجباري', 'voluntary,optional,اختياري,طوعي'],
  [
    'defended,defends,supported,supports,backed,backs,دافع,دافعت,ايد,ايدت,ساند,ساندت',
    'against,opposed,opposes,opposing,objected,objects,عارض,عارضت,عارضه,عارضته,اعترض,اعترضت',
    'abstained,abstentions,abstain,abstaining,امتنع,امتنعت,امتنعا',
  ],
  ['harmed,harms,hurt,damaged,damages,اضر,اضرت,يضر,تضر', 'helped,helps,protected,افاد,افادت,نفع,نفعت'],
  ['succeeded,successful,success,نجح,نجحت,ناجح,ناجحه', 'failed,fails,failure,فشل,فشلت,فاشل,اخفق,اخفقت'],
  ['approved,accepted,adopted,اقر,اقرت,وافق,وافقت,اعتمد,اعتمدت', 'rejected,refused,رفض,رفضت,ترفض,يرفض'],
  ['unanimously,unanimous,بالاجماع,اجماع', 'majority,اغلبيه,باغلبيه'],
  ['مجانا,بالمجان,مجاني,مجانيا,مجانيه', ''],
  ['opened,opens,افتتح,افتتحت,يفتتح', 'closed,closes,shut,اغلق,اغلقت,يغلق,تغلق'],
  ['cheaper,ارخص', 'dearer,costlier,اغلي'],
  ['faster,quicker,اسرع', 'slower,ابطا'],
  ['winner,won,wins,فاز,فازت', 'runner,second,lost,loses,خسر,خسرت'],
  ['ahead,مبكرا', 'late,delayed,delay,instead,متاخر,متاخره,تاخر,تاخير,بدلا'],
  ['rarer,rare,rarely,ندره,نادره,نادرا', 'commoner,common,frequent,شيوعا,شايعه,شايع'],
  ['improves,improved,improvement', 'worsens,worsened,deteriorated,worse'],
  ['mild,minor,خفيفه,طفيفه', 'severe,serious,شديده,خطيره'],
  ['praised,praises,welcomed,welcomes,اشاد,اشادت,رحب,رحبت', 'criticised,criticized,criticises,condemned,انتقد,انتقدت'],
  ['hired,recruited,وظف,وظفت', 'fired,dismissed,sacked,سرح,سرحت'],
  ['permanent,دايم,دايمه', 'temporary,موقت,موقته'],
  [
    'allowed,permitted,allows,permits,مسموح,مسموحه,يسمح,تسمح',
    'banned,bans,ban,prohibited,forbidden,forbids,ممنوع,ممنوعه,يمنع,تمنع,منع,حظر,يحظر',
  ],
  [
    'keep,keeps,kept,retain,retains,الابقاء,ابقي,ابقت',
    'end,ends,ended,abolish,abolished,abolishes,scrap,scrapped,الغاء,الغي,الغت,تلغي,يلغي',
  ],
  ['led,leading', 'trailed,trailing'],
  ['scored', 'saved,missed,انقذ,انقذت,اهدر,اهدرت'],
  [
    'proves,proved,prove,proven,cause,causes,caused,يسبب,تسبب,يثبت,تثبت,اثبت,اثبتت',
    'linked,associated,observational,مرتبط,ارتبط,ارتبطت',
  ],
]

const CLASSES = new Map<string, { pair: number; side: number }>(
  OPPOSITES.flatMap((sides, pair) =>
    sides.flatMap((words, side) =>
      words
        .split(',')
        .filter(Boolean)
        .map((word): [string, { pair: number; side: number }] => [word, { pair, side }]),
    ),
  ),
)

export const classOf = ({ key }: Pick<Token, 'key'>) =>
  withoutPrefixes(key)
    .flatMap((form) => [form, form.replace(/ه$/u, '')])
    .map((form) => CLASSES.get(form))
    .find(Boolean)
