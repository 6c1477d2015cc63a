import type { AppTrouble } from './network.ts'

/** The texts of the simulator's pages, in English and Arabic. */
export interface Words {
  simulator: string
  simulated: string
  nothingLeaves: string
  all: string
  empty: string
  older: string
  newest: string
  replying: string
  gone: string
  likes: string
  comments: string
  shares: string
  views: string
  wants: (client: string, network: string) => string
  chooseAccount: string
  willBeAble: string
  redirected: string
  approve: string
  cancel: string
  notReal: (network: string) => string
  cannotAsk: string
  inTheWay: string
  inTheWayHint: string
  troubles: Record<AppTrouble, string>
  pages: string
  deleted: string
}

export const WORDS: Record<'en' | 'ar', Words> = {
  en: {
    simulator: 'Simulator',
    simulated: 'Simulated',
    nothingLeaves: 'Networks that exist on this machine only. Nothing you see here has left it.',
    all: 'All',
    empty: 'Nothing has been posted yet',
    older: 'Older posts',
    newest: 'Newest posts',
    replying: 'Reply to their own post',
    gone: 'This post does not exist, or no longer does.',
    likes: 'Likes',
    comments: 'Comments',
    shares: 'Shares',
    views: 'Views',
    wants: (client, network) => `${client} asks for permission to act for you on ${network}`,
    chooseAccount: 'Choose an account',
    willBeAble: 'It will be allowed to',
    redirected: 'Afterwards you return to',
    approve: 'Approve',
    cancel: 'Cancel',
    notReal: (network) =>
      `This is the simulator, not ${network}. No real account is involved and no password is asked for.`,
    cannotAsk: 'This request cannot be shown',
    inTheWay: 'Simulate a problem',
    inTheWayHint: 'What the network does when the app is not set up for this.',
    troubles: {
      redirect: 'Return address not registered',
      right: 'Permission to post not enabled',
      'app-type': 'App of the wrong type',
      development: 'App in development mode',
      personal: 'Not a professional account',
    },
    pages: 'Pages',
    deleted: 'Deleted by its author',
  },
  ar: {
    simulator: 'المحاكي',
    simulated: 'محاكاة',
    nothingLeaves: 'شبكات على هذا الجهاز فقط، ولا يغادره شيء مما يظهر هنا.',
    all: 'الكل',
    empty: 'لم يُنشر شيء بعد',
    older: 'منشورات أقدم',
    newest: 'أحدث المنشورات',
    replying: 'رد على منشور سابق',
    gone: 'هذا المنشور غير موجود هنا، أو لم يعد موجودًا.',
    likes: 'الإعجابات',
    comments: 'التعليقات',
    shares: 'المشاركات',
    views: 'المشاهدات',
    wants: (client, network) => `يطلب ${client} صلاحية النشر باسمك على ${network}`,
    chooseAccount: 'اختيار حساب',
    willBeAble: 'سيُسمح له بما يلي',
    redirected: 'العودة بعد ذلك إلى',
    approve: 'موافقة',
    cancel: 'إلغاء',
    notReal: (network) => `هذا هو المحاكي وليس ${network}. لا علاقة له بأي حساب حقيقي، ولا تُطلب فيه كلمة مرور.`,
    cannotAsk: 'لا يمكن عرض هذا الطلب',
    inTheWay: 'محاكاة مشكلة',
    inTheWayHint: 'ما تفعله الشبكة عندما لا يكون التطبيق مهيأً لهذا.',
    troubles: {
      redirect: 'عنوان عودة غير مسجَّل',
      right: 'صلاحية نشر غير مفعَّلة',
      'app-type': 'تطبيق من نوع غير مناسب',
      development: 'تطبيق في وضع التطوير',
      personal: 'حساب غير احترافي',
    },
    pages: 'الصفحات',
    deleted: 'حذفه صاحبه',
  },
}

/** Describes what an app may do with a scope. The page shows an unknown scope by its name. */
export const SCOPES: Record<'en' | 'ar', [pattern: RegExp, meaning: string][]> = {
  en: [
    [
      /^(openid|profile|email|users\.read|read:accounts|public_profile|threads_basic|atproto)$|_basic$/,
      'see your name and photo',
    ],
    [
      /^tweet\.read$|read:statuses|read_user_content|read_engagement|^r_(member|organization)_social$/,
      'read your own posts',
    ],
    [
      /^(w_member_social|w_organization_social|tweet\.write|write:statuses|transition:generic)$|manage_posts|content_publish/,
      'publish posts for you',
    ],
    [/media\.write|write:media|publish_video/, 'upload photos and videos'],
    [/insights|Analytics/, 'see how your posts do'],
    [/replies|comments|manage_engagement/, 'write and read replies'],
    [/delete/, 'delete posts it is asked to delete'],
    [/pages_show_list|business_management|organization_admin/, 'see which Pages you manage'],
    [/offline/, 'stay connected until you disconnect it'],
  ],
  ar: [
    [
      /^(openid|profile|email|users\.read|read:accounts|public_profile|threads_basic|atproto)$|_basic$/,
      'الاطلاع على اسمك وصورتك',
    ],
    [
      /^tweet\.read$|read:statuses|read_user_content|read_engagement|^r_(member|organization)_social$/,
      'قراءة منشوراتك',
    ],
    [
      /^(w_member_social|w_organization_social|tweet\.write|write:statuses|transition:generic)$|manage_posts|content_publish/,
      'النشر باسمك',
    ],
    [/media\.write|write:media|publish_video/, 'رفع الصور ومقاطع الفيديو'],
    [/insights|Analytics/, 'الاطلاع على نتائج منشوراتك'],
    [/replies|comments|manage_engagement/, 'كتابة الردود وقراءتها'],
    [/delete/, 'حذف منشوراتك بطلبك'],
    [/pages_show_list|business_management|organization_admin/, 'معرفة صفحاتك'],
    [/offline/, 'البقاء متصلًا إلى حين فصل الحساب'],
  ],
}
