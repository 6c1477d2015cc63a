-- Older processes may keep running.
-- Brings answers up to date, except those that an administrator has changed. `old` is the MD5 of the old question and
-- answer.
update faq set answer_en = answer
from (values
  ('which-networks', 'fcc9901cc33356c98b94bc51acef0110',
    'LinkedIn, X, Facebook, Instagram, Threads, Bluesky, Mastodon and Telegram channels. You can share to WhatsApp and to Telegram chats manually, because apps can’t post there in your name.'),
  ('how-is-x-counted', '4f6df12052e4cea9ec3cc5e8e01853d9',
    'Frogy counts as X does. Each English or Arabic letter counts as one, each emoji as two, and each link as 23. The limit is 280, or 25,000 for accounts with X Premium.'),
  ('who-can-read-my-drafts', 'f40eaf5072f2cc6f580eacdc334d5139',
    'Only you. The members of a workspace can read its drafts. Administrators can see who has an account and how many posts there are, but no texts. Text you send to an AI provider goes to that provider. As with any hosted software, the operator of the server could read its database.')
) as wording (of, old, answer)
where slug = of and md5(question_en || answer_en) = old;
update faq set answer_ar = answer
from (values
  ('which-networks', 'd9a271383fb878c0c489086812e16697',
    'LinkedIn وX وFacebook وInstagram وThreads وBluesky وMastodon وقنوات Telegram. المشاركة في محادثات WhatsApp وTelegram يدوية، لأن التطبيقات لا تستطيع النشر فيها باسمك.'),
  ('how-is-x-counted', '38a73ae699f11a05ad6a8c034189db59',
    'كما يحسبه X: الحرف العربي أو الإنجليزي واحد، والرمز التعبيري اثنان، وكل رابط ٢٣. الحد الأقصى ٢٨٠، و٢٥٬٠٠٠ لحسابات X Premium.'),
  ('why-reconnect', '81951955413e53513487964bbce3059a',
    'الصلاحيات تنتهي مع الوقت، أو تلغيها الشبكة بعد تغيير كلمة المرور. يجددها Frogy تلقائيًا حيث أمكن، وإلا وصلك إشعار مسبق. منشورات هذا الحساب تنتظر إعادة الربط.'),
  ('who-can-read-my-drafts', '5a124f3c42ddbb8b3fe10f2c403ce863',
    'أنت فقط. مسودات مساحة العمل يقرؤها أعضاؤها. يرى المديرون أصحاب الحسابات وعدد المنشورات دون نصوصها. النص المُرسل إلى مزوّد للذكاء الاصطناعي يصل إلى ذلك المزوّد. مشغّل الخادم يستطيع قراءة قاعدة بياناته، كما في أي برنامج مستضاف.')
) as wording (of, old, answer)
where slug = of and md5(question_ar || answer_ar) = old;
