-- Older processes may keep running.
-- Corrects three Arabic answers, except those that an administrator has changed. `old` is the MD5 of the old question
-- and answer.
update faq set answer_ar = answer
from (values
  ('what-happens-to-a-document', '27783f332cc52e3e0d7c0f8818b5efb8',
    'يقرؤه Frogy في الذاكرة ولا يخزّن الملف. يصل نصه إلى متصفحك ويُخزَّن يومًا واحدًا، ويبقى مع المسودات التي كُتبت منه. الصور تُعاد كتابتها دون بيانات مثل المكان والكاميرا.'),
  ('without-a-connection', '0d34fd49042056b5b8b29df67717ffb1',
    'يمكنك تثبيت Frogy على جهازك. دون اتصال يعرض آخر ما فتحته ويحفظ نصك في هذا المتصفح. المنشورات المجدولة تُنشر في مواعيدها، لأن الخادم هو الذي ينشرها.'),
  ('what-if-frogy-was-not-running', '0f11e6890c07f51e98d7d46f8ed45e28',
    'إذا عاد خلال ساعة نُشر المنشور متأخرًا، وهذا الحد قابل للتغيير. بعد هذا الحد تصبح حالة المنشور «فات موعده» ويصلك إشعار، والقرار لك: النشر الآن أو في وقت آخر.')
) as wording (of, old, answer)
where slug = of and md5(question_ar || answer_ar) = old;
