/** A part of a document, such as a heading, a paragraph or a table. */
export type Part =
  | { kind: 'heading' | 'subheading' | 'paragraph' | 'item' | 'step' | 'note'; text: string }
  | { kind: 'table'; rows: string[][] }

export interface Text {
  language: 'ar' | 'en'
  title: string
  author: string
  parts: Part[]
}

const heading = (text: string): Part => ({ kind: 'heading', text })
const subheading = (text: string): Part => ({ kind: 'subheading', text })
const paragraph = (text: string): Part => ({ kind: 'paragraph', text })
const item = (text: string): Part => ({ kind: 'item', text })
const step = (text: string): Part => ({ kind: 'step', text })
const note = (text: string): Part => ({ kind: 'note', text })
const table = (rows: string[][]): Part => ({ kind: 'table', rows })

export const ARABIC_NEWS: Text = {
  language: 'ar',
  title: 'صادرات التمور ترتفع إلى رقم قياسي',
  author: 'هدى المرزوقي',
  parts: [
    heading('صادرات التمور ترتفع إلى رقم قياسي'),
    paragraph(
      'أعلنت جمعية مزارعي الواحات يوم الأحد أن صادرات التمور ارتفعت بنسبة ١٢٫٥٪ خلال العام الماضي، وبلغت قيمتها 3.4 مليون دينار، وهو أعلى رقم منذ بدء الإحصاء قبل ثلاثين عاما.',
    ),
    paragraph(
      'وقال رئيس الجمعية سالم الهاشمي إن الزيادة جاءت من أسواق جديدة لم تكن تعرف هذا الصنف، وإن أكثر من 1,200 مزرعة صغيرة شاركت في الموسم، بينها 85 مزرعة تديرها نساء. وأضاف أن الطلب على الأصناف العضوية نما بنسبة 40% في ستة أشهر فقط.',
    ),
    subheading('شراكة مع شركة Palm & Co'),
    paragraph(
      'ووقعت الجمعية في 03/12/2025 اتفاقا مع شركة Palm & Co لتعبئة المحصول في مصنع جديد على مساحة 5,600 متر مربع. وتشمل الخطة الممتدة للفترة 2025–2030 تدريب 300 شاب وشابة على الفرز والتغليف، وبناء مستودع مبرد يعمل بالطاقة الشمسية.',
    ),
    paragraph(
      'وتقول المهندسة ليلى العطار (مديرة المشروع) إن المصنع سيخفض الفاقد من 18 % إلى 6 % في عامه الأول، لأن الثمار كانت تنتظر النقل أياما تحت الشمس. ولا يزال البحث جاريا عن طريق أقصر إلى الميناء.',
    ),
    paragraph(
      'ويمكن للمزارعين تقديم طلباتهم على الموقع https://wahat.example.org/join أو بالبريد info@wahat.example.org حتى ٣١/٠١/٢٠٢٦، على أن تعلن النتائج في آذار. لا تقبل الطلبات الناقصة إلا بعد استكمالها.',
    ),
  ],
}

export const ARABIC_VOWELLED: Text = {
  language: 'ar',
  title: 'حكاية الضفدع والبئر',
  author: 'نزار الخطيب',
  parts: [
    heading('حكاية الضفدع والبئر'),
    paragraph('كانَ في قديمِ الزَّمانِ ضِفدَعٌ صغيرٌ يسكُنُ بئرًا عميقةً، وكانَ يظُنُّ أنَّ السَّماءَ لا تتَّسِعُ لأكثرَ من دائرةٍ زرقاءَ فوقَ رأسِهِ.'),
    paragraph(
      'وفي يومٍ مُمطِرٍ ارتفعَ الماءُ حتّى بلغَ حافّةَ البئرِ، فقفزَ الضِّفدَعُ إلى العُشبِ ورأى الحقولَ والجبالَ أوّلَ مرّةٍ، فقالَ: ما أوسعَ هذا العالَمَ! ثُمَّ عادَ إلى إخوتِهِ لِيُخبِرَهُم بما رأى، فلم يُصدِّقهُ أحدٌ إلّا أصغرُهُم سِنًّا.',
    ),
    paragraph('ومُنذُ ذلكَ اليومِ صارَ الاثنانِ يصعدانِ معًا كُلَّما هطلَ المطرُ، ولا يعودانِ إلّا مساءً.'),
  ],
}

export const ARABIC_TABLE: Text = {
  language: 'ar',
  title: 'إنتاج الواحات حسب الصنف',
  author: 'مكتب الإحصاء الزراعي',
  parts: [
    heading('إنتاج الواحات حسب الصنف'),
    paragraph('يعرض الجدول التالي كميات الإنتاج بالطن وأسعار البيع في المزرعة كما أبلغت عنها المكاتب المحلية.'),
    table([
      ['الصنف', 'الإنتاج (طن)', 'السعر', 'التغير'],
      ['دقلة نور', '1,250', '4.80', '12%'],
      ['المجهول', '830', '9.50', '7%'],
      ['البرحي', '2,040', '3.10', '3%'],
      ['الخلاص', '615', '5.25', '0%'],
    ]),
    paragraph('الأسعار بالدينار للكيلوغرام الواحد، ولا تشمل أجور النقل والتعبئة.'),
  ],
}

export const ARABIC_LIST: Text = {
  language: 'ar',
  title: 'دليل المتطوع في يوم النخلة',
  author: 'لجنة المتطوعين',
  parts: [
    heading('دليل المتطوع في يوم النخلة'),
    paragraph('نلتقي صباح الجمعة عند بوابة الحديقة الشرقية، ويرجى إحضار ما يلي:'),
    item('قبعة واسعة وحذاء مغلق يصلح للمشي بين الأشواك'),
    item('قارورة ماء لا تقل عن 1.5 لتر، فلا توجد صنابير في الموقع كله ولا في الطريق المؤدي إليه من المدينة'),
    item('هاتف مشحون وعليه تطبيق Palm Map'),
    subheading('خطوات العمل'),
    step('تسجيل الاسم عند الطاولة الخضراء واستلام القفازات'),
    step('اختيار مجموعة من 6 أشخاص والتوجه إلى القطعة المخصصة لها على الخريطة المعلقة عند المدخل الرئيسي'),
    step('إعادة الأدوات قبل الساعة 14:30'),
    paragraph('للاستفسار الاتصال بالرقم 0501234567 في أي وقت.'),
  ],
}

export const ARABIC_REPORT: Text = {
  language: 'ar',
  title: 'تقرير المياه في القرى الجبلية',
  author: 'مركز الينابيع للدراسات',
  parts: [
    heading('تقرير المياه في القرى الجبلية'),
    paragraph(
      'يقدم هذا التقرير خلاصة عام من القياس في 42 قرية جبلية تعتمد على الينابيع في الشرب والري. وقد جمعت البيانات فرق محلية دربها المركز على استعمال أجهزة بسيطة لا تحتاج إلى كهرباء، ثم راجعها مختصون من ثلاث جامعات قبل نشرها.',
    ),
    subheading('1. كيف جمعت القياسات'),
    paragraph(
      'زارت الفرق كل ينبوع مرة في الأسبوع، وسجلت التدفق باللتر في الدقيقة ودرجة الحرارة والملوحة. وكانت القراءة تعاد ثلاث مرات ويؤخذ وسطها، فإذا اختلفت القراءات بأكثر من 10% أعيد القياس في اليوم التالي. وبلغ عدد القراءات المقبولة 6,552 قراءة من أصل 6,900.',
    ),
    paragraph(
      'ولم تستبعد القراءات التي أخذت في أيام المطر الشديد، لأن السيول جزء من حياة هذه القرى. غير أن الجداول تبينها بعلامة خاصة حتى لا تختلط بالمعدل العام، ويمكن لمن شاء أن يعيد الحساب من دونها.',
    ),
    subheading('2. ما الذي تغير'),
    paragraph(
      'انخفض التدفق الوسطي من 38 لترا في الدقيقة إلى 31 لترا، أي بنسبة 18%، وكان أشد الانخفاض في القرى التي تقع فوق ارتفاع 1,400 متر. أما القرى الدنيا فلم يتغير فيها التدفق كثيرا، وربما كان السبب أن خزاناتها الجوفية أعمق وأبطأ استجابة لقلة الثلج.',
    ),
    paragraph(
      'وتأخر ذروة التدفق أسبوعين عن موعدها المعتاد، فجاءت في الأسبوع الثالث من نيسان بعد أن كانت في أوله. ويقول كبار السن إنهم لم يروا مثل هذا التأخر إلا مرتين، وإن شجر الجوز أزهر قبل أن تمتلئ القنوات.',
    ),
    paragraph(
      'وفي المقابل تحسنت جودة الماء في 29 قرية بعد أن سيجت الينابيع ومنعت عنها الماشية. وانخفضت البكتيريا في عينات هذه القرى إلى أقل من الحد المسموح به، وتوقفت شكاوى المدارس من أمراض المعدة توقفا يكاد يكون تاما.',
    ),
    subheading('3. ما الذي ينصح به'),
    paragraph(
      'ينصح المركز ببناء سدود صغيرة من الحجارة في الشعاب العليا، فهي تبطئ الماء وتعيده إلى الأرض، ولا تكلف الواحدة منها أكثر من 700 دينار إذا بناها الأهالي بأيديهم. وقد جربت هذه الطريقة في ثلاث قرى فزاد تدفق ينابيعها في الصيف بمقدار 9 لترات في الدقيقة.',
    ),
    paragraph(
      'وينصح كذلك بتقسيم ماء الري بالساعة لا بالقناة، وبإصلاح القنوات الترابية التي تضيع ثلث مائها قبل أن يصل إلى الحقل. وتكفي لذلك ألواح خفيفة يحملها رجلان، وتركب في يوم واحد من غير آلات.',
    ),
    paragraph(
      'وأهم من ذلك كله أن يستمر القياس، فعام واحد لا يكفي للحكم على ينبوع. وسيواصل المركز تدريب الفرق وتبديل الأجهزة التالفة حتى نهاية 2028، ويدعو القرى المجاورة إلى الانضمام قبل الخريف المقبل لأن تكلفة الانضمام قليلة وفائدته للجميع.',
    ),
  ],
}

export const ENGLISH_NEWS: Text = {
  language: 'en',
  title: 'Harbour town opens its first floating library',
  author: 'Nora Whitfield',
  parts: [
    heading('Harbour town opens its first floating library'),
    paragraph(
      'The old ferry that carried apples across Merrow Bay for 61 years has a new cargo. Since Monday it has been home to 14,500 books, a reading room with 36 seats and a small café run by the sailing club.',
    ),
    paragraph(
      'The town council paid €2.3 million for the conversion, about 8.5% less than planned, because volunteers sanded and painted the decks themselves. “We expected forty people and two hundred came,” said Ines Okafor, who led the work.',
    ),
    subheading('Open until nine'),
    paragraph(
      'Visitors can borrow up to 12 titles at a time and return them at any of the five piers between 7:30 and 21:00. Fines were abolished in 2019, so nothing happens to those who forget; the librarians simply ask for a story in return.',
    ),
    paragraph(
      'Officials affirm that the first offers of staff exchanges have arrived from two neighbouring islands. More on https://library.example.org/boat or by mail to hello@library.example.org.',
    ),
  ],
}

export const ENGLISH_ESSAY: Text = {
  language: 'en',
  title: 'Why orchards need untidy corners',
  author: 'Tomas Lindqvist',
  parts: [
    heading('Why orchards need untidy corners'),
    paragraph(
      'An orchard that is mown from fence to fence looks responsible, and for a while it even produces more. Pickers move faster, machinery never catches on a branch, and the accountant who visits in September finds everything where the inventory says it ought to be. The disappointment arrives slowly, usually in the fourth or fifth year, when the blossom is as generous as ever and the apples nevertheless stay away.',
    ),
    paragraph(
      'What has disappeared in the meantime is the neighbourhood of the trees: solitary bees that nested in bare earth, hoverflies that wintered in hollow stems, and ladybirds whose grandchildren would have eaten the aphids. None of them appears in any inventory, because nobody ever paid them. Their departure is therefore noticed only through its consequences, and consequences are notoriously difficult to photograph.',
    ),
    paragraph(
      'The remedy is embarrassingly inexpensive. Leave one corner in every twenty uncut, pile the prunings there instead of burning them, and resist the temptation to straighten anything before midsummer. A well-known experiment in three valleys compared such orchards with tidy ones for eleven years; the untidy ones carried a third more fruit and needed only half of the spraying.',
    ),
    paragraph(
      'It may be objected that neglect is contagious and that visitors misunderstand it. Both objections are reasonable, and both are answered by a hand-painted sign. People who are told what they are looking at will forgive an extraordinary amount of nettles, and children in particular become enthusiastic administrators of their own wilderness.',
    ),
    paragraph(
      'So the advice to beginners is uncomplicated: before buying anything, decide what you are going to leave alone. The most productive square metre of the whole property may well turn out to be the one on which you have done absolutely nothing since the beginning.',
    ),
  ],
}

export const ENGLISH_TABLE: Text = {
  language: 'en',
  title: 'Ferry traffic by season',
  author: 'Merrow Port Office',
  parts: [
    heading('Ferry traffic by season'),
    paragraph('All figures count single crossings; school trips are left out.'),
    table([
      ['Season', 'Crossings', 'Passengers', 'On time'],
      ['Spring', '1,204', '88,310', '96.2%'],
      ['Summer', '2,015', '203,778', '91.0%'],
      ['Autumn', '1,130', '74,905', '94.7%'],
      ['Winter', '642', '21,480', '83.5%'],
    ]),
    paragraph('Storms closed the harbour on nine days in winter and on none in summer.'),
  ],
}

export const ENGLISH_LIST: Text = {
  language: 'en',
  title: 'Checklist for the night market',
  author: 'Market Committee',
  parts: [
    heading('Checklist for the night market'),
    paragraph('Stall holders are asked to bring the following:'),
    item('A table no longer than 2.4 m and a cloth that reaches the ground on every side that visitors can see'),
    item('Two lamps with their own batteries'),
    item('Change for at least 50 customers'),
    subheading('On the evening'),
    step('Collect the permit at the blue tent before 17:45.'),
    step(
      'Set up only on the marked place; places are numbered from the fountain towards the bridge and cannot be swapped.',
    ),
    step('Leave nothing behind.'),
    paragraph('Questions are answered at extension 204 until noon.'),
  ],
}

export const ENGLISH_REPORT: Text = {
  language: 'en',
  title: 'Night buses: a year in figures',
  author: 'Valley Transport Board',
  parts: [
    heading('Night buses: a year in figures'),
    paragraph(
      'This report sums up the first twelve months of the night bus network, which started on 4 March with five lines and ends the year with seven. It was written for the board, but nothing in it is confidential, and residents are welcome to quote from it.',
    ),
    subheading('1 Who rides at night'),
    paragraph(
      'Counting machines in every second vehicle recorded 412,906 boardings, or 1,131 a night on average. Weekends account for 58% of them. The busiest hour is not, as we had assumed, the one after the cinemas close, but the hour before the early shift at the hospital, when almost every seat between the station and the northern hills is taken.',
    ),
    paragraph(
      'A survey of 2,300 riders shows that 44% would otherwise have walked, 31% would have taken a taxi and 12% would not have left home at all. The remaining riders gave several answers or none. Women were asked separately whether they felt safe at the stops, and 71% said yes, against 52% in the survey of the year before.',
    ),
    subheading('2 What it costs'),
    paragraph(
      'The network cost 3.08 million, of which fares covered 39%. The subsidy of 4.55 for each ride is higher than that of the day lines, yet lower than the 6.10 that the feasibility study had predicted.¹ Most of the difference is due to smaller vehicles, which burn a third less fuel and can turn in the narrow streets of the old town.',
    ),
    note('¹ The study assumed that every line would need articulated buses from the second quarter on.'),
    paragraph(
      'Repairs were the unpleasant surprise. Heating systems that run for six hours without a pause wear out faster than the manufacturer promised, and two gearboxes failed within a week of each other in January. The workshop has since introduced a shorter interval for inspections, and no vehicle has broken down on the road since then.',
    ),
    subheading('3 What comes next'),
    paragraph(
      'From April an eighth line will connect the harbour with the university. It was the most frequent wish of all, named by 812 people, and it closes the gap that forces travellers to change twice. The timetable will be published three weeks in advance, on paper as well, because 17% of our riders do not own a telephone that could show it.',
    ),
    paragraph(
      'We also propose to let passengers get off between two stops after 23:00 if the driver finds a safe place. Drivers tested this on line N4 for two months and reported an average delay of eleven seconds for each request, which the timetable can easily absorb.',
    ),
    paragraph(
      'Finally the board is asked to keep the flat fare. It is easy to explain, it fits on a sticker, and every attempt to make it fairer has made it longer. A decision is needed by the end of May so that the machines can be programmed during the summer holidays.',
    ),
  ],
}

export const BILINGUAL: Text = {
  language: 'ar',
  title: 'Agreement of the two gardens',
  author: 'Garden Council',
  parts: [
    heading('اتفاق الحديقتين'),
    paragraph('تتفق الحديقتان على تبادل البذور والخبرات مرتين في السنة، وعلى استقبال 20 زائرا من كل جانب.'),
    paragraph(
      'The two gardens agree to exchange seeds and experience twice a year and to host 20 visitors from each side.',
    ),
    paragraph(
      'يسري الاتفاق من 01/05/2026 ويجدد تلقائيا ما لم يعترض أحد الطرفين (Green Hill أو الواحة) كتابة قبل 60 يوما.',
    ),
    paragraph(
      'The agreement runs from 1 May 2026 and renews itself unless either side (Green Hill or الواحة) objects in writing 60 days before.',
    ),
  ],
}
