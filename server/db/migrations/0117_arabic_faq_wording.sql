-- Older processes may keep running.
-- Corrects punctuation and wording of four Arabic answers, except those that an administrator has changed. `old` is the
-- MD5 of the old question and answer.
update faq set answer_ar = answer
from (values
  ('without-an-ai-key', '0b77aedf2afd45b8705dcc9f17849df8',
    'نعم. إذا توفر مصدر، يرتّب Frogy جمله في مسودة. إذا توفر موضوع فقط، يُعدّ مخططًا لملئه. الجدولة والنشر وسائر المزايا تعمل كما هي. لربط مزوّد أو نموذج محلي يُرجى التواصل مع مسؤول النظام.'),
  ('both-languages', 'f1d603560be9028cbad6cda206beb0a5',
    'قد تكون للمسودة نسختان، تُكتب كل منهما لقرّائها ولا تُترجم حرفيًا. إذا تغيّرت إحداهما، يوضح Frogy أن الأخرى أقدم ويعرض تحديثها. كل نسخة تُنشر منفصلة.'),
  ('what-happens-to-a-document', '511dd8d13d26315430fec1d7ec2d90a0',
    'يقرؤه Frogy في الذاكرة ولا يخزّن الملف. يصل نصه إلى متصفحك ويُخزَّن يومًا واحدًا، ويبقى مع المسودات التي كُتبت منه. تُحفظ الصور من جديد بلا بياناتها الوصفية، مثل المكان والكاميرا.'),
  ('without-a-connection', '737ece6f33b881cd5d661050be69dfdb',
    'يمكنك تثبيت Frogy على جهازك. دون اتصال، يعرض Frogy آخر ما فتحته ويحفظ نصك في هذا المتصفح. المنشورات المجدولة تُنشر في مواعيدها، لأن الخادم هو الذي ينشرها.')
) as wording (of, old, answer)
where slug = of and md5(question_ar || answer_ar) = old;
