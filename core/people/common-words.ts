const words = (list: string): readonly string[] => list.trim().split(/\s+/)

/** Words that attackers of Frogy would try, besides zxcvbn's 49,000 common passwords, which have no Arabic. */
export const COMMON_WORDS = words(`
  frogy frog linkedin twitter facebook instagram threads admin welcome company summer winter spring autumn ramadan
  riyadh jeddah makkah madinah dammam saudi dubai abudhabi sharjah emirates doha qatar kuwait bahrain manama muscat oman
  cairo egypt amman jordan beirut lebanon baghdad iraq ksa uae vision2030 mohammed muhammad mohamed ahmed ahmad abdullah
  khalid fahad sultan saud faisal omar ali hassan hussein yousef ibrahim fatima noura sara maryam layla reem habibi
  habibti allah bismillah alhamdulillah inshallah mashallah salam marhaba
  7abibi 7abibti 3omri omri mar7aba ahlan sahlan shukran shokran yalla khalas qalbi albi hayati 7ayati ro7i rohi ya3ni
  akhi okhti umi ummi abi baba mama sadiq sadeeq hob 7ob qamar amal nour noor warda wardah shams bahr samaa sayara
  kalima kalimat alsir sirr almoror almurur basword basord baswrd raqm serri assalam alsalam aleikum alaikum salamalaikum
  subhanallah allahuakbar astaghfirullah tawakkalt rabbi quran islam muslim makka medina hijaz najd alahly alhilal
  hilal nassr alnassr ittihad zamalek ahly saleh salman nasser turki bandar majed rashid saeed hamad mansour abdulaziz
  abdulrahman khaled mahmoud mostafa mustafa karim tarek tariq ziad zaid aisha khadija hind lama dana rana mona huda
  كلمة السر المرور باسورد باسوورد باسورت بسورد الباسورد رقم سري الرقم السري مرور دخول ادمن مدير مستخدم حساب
  مرحبا اهلا سهلا حبيبي حبيبتي حياتي عمري قلبي روحي عيوني يارب يالله الله ربي محمد رسول شكرا السلام سلام عليكم
  بسم الحمد لله سبحان استغفر ماشاءالله انشاءالله القران الاسلام مسلم رمضان العيد مكة المدينة الكعبة
  امي ابي ماما بابا اخي اختي ابني بنتي عائلتي بيتي وطني بلدي صديقي صديقتي الحب حب احبك بحبك وحشتني
  قمر نور امل وردة شمس بحر سماء قلب عين نجمة ملك ملكة اميرة امير اسد صقر ذيب نمر حصان
  واحد اثنين ثلاثة اربعة خمسة ستة سبعة ثمانية تسعة عشرة ابجد هوز حطي كلمن
  احمد عبدالله خالد فهد سلطان سعود فيصل عمر علي حسن حسين يوسف ابراهيم صالح سلمان ناصر تركي بندر ماجد راشد سعيد حمد
  منصور عبدالعزيز عبدالرحمن محمود مصطفى كريم طارق زياد زيد فاطمة نورة نورا سارة مريم ليلى ريم عائشة خديجة هند لمى
  دانة رنا منى هدى امل
  الرياض جدة الدمام مكه السعودية دبي ابوظبي الشارقة الامارات الدوحة قطر الكويت البحرين المنامة مسقط عمان القاهرة مصر
  الاردن بيروت لبنان بغداد العراق دمشق سوريا فلسطين القدس المغرب تونس الجزائر ليبيا السودان اليمن
  الهلال النصر الاتحاد الاهلي الزمالك فروجي ضفدع`)

/** Phrases that people use as passwords, with any or no separators between the words. */
export const COMMON_PHRASES: readonly string[] = [
  'كلمة السر',
  'كلمة المرور',
  'كلمة مرور',
  'كلمه سر',
  'الرقم السري',
  'رقم سري',
  'السلام عليكم',
  'السلام عليكم ورحمة الله',
  'وعليكم السلام',
  'بسم الله',
  'بسم الله الرحمن الرحيم',
  'الحمد لله',
  'سبحان الله',
  'لا اله الا الله',
  'محمد رسول الله',
  'الله اكبر',
  'استغفر الله',
  'ما شاء الله',
  'ان شاء الله',
  'يا رب',
  'يا الله',
  'حسبي الله',
  'توكلت على الله',
  'صباح الخير',
  'مساء الخير',
  'اهلا وسهلا',
  'اهلا وسهلا بك',
  'مرحبا بك',
  'شكرا لك',
  'انا احبك',
  'بحبك يا',
  'احبك يا',
  'يا حبيبي',
  'افتح يا سمسم',
  'كل عام وانتم بخير',
  'رمضان كريم',
  'عيد مبارك',
  'عيد سعيد',
  'kalimat al sir',
  'kalimat al moror',
  'kalimat al murur',
  'kelmet el ser',
  'al salam alaikum',
  'as salam alaikum',
  'assalamu alaikum',
  'salam alaikum',
  'salam aleikum',
  'salamu alaikum',
  'bism allah',
  'bismillah alrahman alrahim',
  'alhamdu lillah',
  'al hamdu lillah',
  'subhan allah',
  'allahu akbar',
  'astaghfir allah',
  'mashaa allah',
  'in shaa allah',
  'la ilaha illa allah',
  'la ilaha illallah',
  'ya rab',
  'ya allah',
  'ya habibi',
  'ana bahebak',
  'ana uhibbuk',
  'sabah al khair',
  'masa al khair',
  'ahlan wa sahlan',
  'iftah ya simsim',
  'ramadan kareem',
  'eid mubarak',
]
