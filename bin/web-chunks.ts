import { existsSync } from 'node:fs'
import { join } from 'node:path'

// Modules that are needed together share one chunk, because each file costs a round trip.

const root = join(import.meta.dirname, '..')

type Test = (id: string) => boolean

/**
 * Matches files, and folders that end in a slash, by their paths below the root.
 * @throws Error for a path that does not exist, so that a moved file keeps its chunk
 */
function paths(...all: string[]): Test {
  const missing = all.filter((path) => !existsSync(join(root, path)))
  if (missing.length > 0) throw new Error(`bin/web-chunks.ts names missing files: ${missing.join(', ')}`)
  const starts = all.map((path) => `${root.replaceAll('\\', '/')}/${path}`)
  return (id) => starts.some((start) => id.startsWith(start))
}

const packages =
  (names: RegExp): Test =>
  (id) =>
    new RegExp(`/node_modules/${names.source}`).test(id)
const any =
  (...tests: Test[]): Test =>
  (id) =>
    tests.some((test) => test(id))
const except =
  (test: Test, ...others: Test[]): Test =>
  (id) =>
    test(id) && !any(...others)(id)

/** Dialogs, menus and notices, which are needed from the user's first press. */
const OVERLAYS = any(
  packages(/(@radix-ui|@floating-ui|aria-hidden|react-(remove|style)|use-(sidecar|callback)|tslib)/),
  paths('web/ui/dialog-panels.tsx', 'web/ui/menu-parts.tsx', 'web/ui/toaster.tsx'),
)
/** The dialogs and actions of a stored post, for its rows and cards. */
const POST_ACTS = paths(
  'web/posts/bulk-button.tsx',
  'web/posts/linked-post.tsx',
  'web/posts/post-dialogs.tsx',
  'web/posts/post-state.tsx',
  'web/posts/risk-badge.tsx',
  'web/posts/state-look.ts',
  'web/posts/trouble-groups.ts',
  'web/posts/trouble-reason.tsx',
  'web/posts/unconfirmed-answer.tsx',
  'web/posts/unsaved-edit.ts',
  'web/posts/use-post-changes.ts',
)
/** The excerpt and the notices of a post in the dialogs about that post. */
const POST_NOTICES = paths('web/posts/post-excerpt.tsx', 'web/posts/stored-post-notice.tsx')
/** The dialog that asks for the time of a post, and the code that schedules a stored draft. */
const SCHEDULE_DIALOG = paths('web/posts/schedule-dialog.tsx', 'core/planning/assign-slots.ts')
const SCHEDULE_DRAFT = paths('web/writing/drafts/schedule-draft.tsx', 'web/writing/drafts/use-draft-changes.ts')
/** The source text and the planned time of a draft, for the composer and for other pages that schedule drafts. */
const MATERIAL = paths(
  'web/writing/grounding/doubts.ts',
  'web/writing/sources/source.ts',
  'web/writing/sources/with-source-text.ts',
  'web/posts/planned-time.ts',
  'core/address-in-text.ts',
)
/** Code that shows and chooses AI models. */
const PROVIDERS = paths('web/operate/providers/')
/** The developers' page, its dialogs and the consent page. */
const DEVELOPERS = paths('web/operate/developers/')
/** The parts of the composer that edit, rewrite and compare an existing draft. */
const REWORK = any(
  packages(/diff\//),
  paths(
    'web/writing/composer/draft-tools.tsx',
    'web/writing/composer/version-list.tsx',
    'web/writing/composer/text-comparison.tsx',
    'web/posts/changed-text.tsx',
    'web/posts/word-changes.ts',
    'web/writing/composer/tool-progress.tsx',
    'web/writing/composer/opening-list.tsx',
    'web/writing/composer/wish-form.tsx',
    'web/writing/editor/editor-bars.tsx',
    'web/writing/editor/insert-menu.tsx',
    'web/writing/editor/insert-menu-options.ts',
    'web/writing/editor/link-form.tsx',
    'web/writing/editor/selection-bar.tsx',
    'web/writing/editor/use-field-place.ts',
    'web/writing/composer/sibling-pair.tsx',
  ),
)
/**
 * Finds figures, names and quotations in a text. The check of claims needs them, and the questions that Frogy asks
 * before it writes drafts.
 */
const GROUNDING = paths(
  'web/writing/grounding/claim-list.tsx',
  'core/writing/grounding/',
  'core/writing/absolutes.ts',
  'core/writing/arabic-phrases.ts',
  'core/writing/authors-words.ts',
  'core/writing/card-texts.ts',
  'core/writing/draft-faults.ts',
  'core/writing/forbidden-phrases.ts',
  'core/writing/form-faults.ts',
  'core/writing/injected-text.ts',
  'core/writing/lines-to-models.ts',
  'core/writing/needs-facts.ts',
  'core/writing/own-experience.ts',
  'web/writing/grounding/find-claims.ts',
)
/** Splits texts into words, sentences and outlines, for the tools that change a draft. */
const TEXTS = paths(
  'core/word-lists.ts',
  'core/words.ts',
  'core/writing/key-phrases.ts',
  'core/writing/outline.ts',
  'core/writing/outline-roles.ts',
  'core/writing/outline-texts.ts',
)
/** The form with the questions that Frogy asks before it writes drafts. */
const QUESTIONS = paths('web/writing/composer/question-form.tsx')
/** The user's answers to the questions that Frogy asks before it writes drafts. They become a part of the drafts. */
const ANSWERS = paths('web/writing/composer/answers.ts')
/** The rules of each network that every page needs. */
const NETWORK_RULES = any(paths('core/platforms/platform.ts', 'core/platforms/brands.ts'), (id) =>
  /\/core\/platforms\/\w+\/rules\.ts$/.test(id),
)
/** The preview of a post and the issues of its text. The composer needs them only once there is a draft. */
const PREVIEW = any(
  paths(
    'web/posts/action-icons.ts',
    'web/posts/post-frame.tsx',
    'web/posts/preview-parts.ts',
    'web/posts/preview-text.tsx',
    'web/posts/editor/find-blockers.ts',
    'web/accounts/limited-account.ts',
    ...['bookmark', 'globe', 'heart', 'image', 'message-square-text', 'thumbs-up'].map(
      (icon) => `web/ui/icons/${icon}.ts`,
    ),
    'web/writing/media/picture-gallery.tsx',
    'web/media/video-length.ts',
    'core/documents/document-facts.ts',
    'core/platforms/document-issues.ts',
    'core/platforms/looks.ts',
    'core/platforms/preview-fold.ts',
    'core/platforms/text-issues.ts',
    'core/platforms/video-issues.ts',
  ),
  (id) => /\/core\/platforms\/\w+\/look\.ts$/.test(id),
)
/** Code that the composer and the dialog for editing a post share. */
const DESK = any(
  paths(
    'web/writing/composer/',
    'web/writing/editor/',
    'web/writing/media/',
    'web/writing/sources/',
    'web/ui/drop-zone.tsx',
    'web/ui/tabs.tsx',
    'web/writing/outline/use-outline.ts',
    'web/posts/editor/',
    'web/posts/issue-text.ts',
    'web/accounts/cut-off-platforms.ts',
    'web/lib/enter-key.ts',
    'web/lib/files-to-upload.ts',
    'core/media/',
    'core/clean-text.ts',
    'core/posts/post-link.ts',
    'core/posts/split-thread.ts',
    'core/writing/shorten.ts',
    'core/writing/link-in-text.ts',
    'core/writing/vendor-for-platform.ts',
  ),
  except(paths('core/platforms/'), NETWORK_RULES),
)
/** The editable text of a post. The composer needs it only once there is a draft. */
const CARD = except(
  paths(
    'web/writing/editor/',
    'web/posts/editor/',
    'web/posts/issue-text.ts',
    'core/platforms/post-options.ts',
    'web/writing/composer/card-blockers.ts',
    'web/writing/composer/use-outcome-row.tsx',
    'web/writing/composer/use-rework.ts',
    'web/writing/composer/use-text-tools.ts',
  ),
  REWORK,
  paths('web/posts/editor/find-blockers.ts'),
)
/** Code that the pages of personal settings share. The dialog that shares results also uses its file button. */
const LEDGER = paths(
  'web/ui/ledger.tsx',
  'web/ui/file-button.tsx',
  'web/ui/section-rail.tsx',
  'web/ui/use-confirm-leave.tsx',
  'web/lib/use-saving.ts',
  'web/account/security/use-password-prompt.tsx',
  'web/posts/late-limit.tsx',
  'web/notifications/push-device.ts',
)
/** The select fields that the composer, Ask Frogy and the settings share. */
const CHOICES = paths('web/ui/select.tsx', 'web/ui/platform-choice.tsx', 'web/writing/professional/choices.ts')
/** The options of the Professional generator, which the Basic one does not need. */
const PROFESSIONAL = paths('core/writing/options/professional.ts', 'web/writing/professional/assistant-angle.ts')
const SWITCH = paths('web/ui/switch.tsx')
/** The code that all lists for administrators share. */
const ADMIN = any(paths('web/operate/admin/', 'core/operate/'), (id) =>
  /infiniteQueryObserver|useInfiniteQuery/.test(id),
)
/** The picker for a post's date and time. */
const PICKER = except(
  paths('web/planning/picker/'),
  paths(
    'web/planning/picker/presets.ts',
    'web/planning/picker/use-local-digits.ts',
    'web/planning/picker/use-weekdays.ts',
  ),
)
/** Code that moves posts in the calendar. The calendar needs none of it before the user's first press. */
const MOVING = paths(
  'web/planning/calendar/dragged-item.ts',
  'web/planning/calendar/drag-layer.tsx',
  'web/planning/calendar/time-in-place.tsx',
  'web/planning/calendar/use-day-posts.ts',
  'web/planning/calendar/use-move-post.ts',
)
/** The dialog for a user's writing voice, and the rules that Frogy proposes for it. */
const VOICE = paths('web/writing/voice/')
/** The tags of posts in lists, and the items of a post's menu in the schedule. */
const TAG_MARKS = paths(
  'web/planning/calendar/use-plan-dialogs.tsx',
  'web/posts/tags/lazy-tags-dialog.ts',
  'web/posts/tags/tag-marks.tsx',
  'web/posts/tags/use-tags.ts',
)
/** The media library, and the tags and repeats of posts. */
const PLAN = except(paths('web/media/', 'web/posts/tags/'), TAG_MARKS)
/** The calendar and the list of posts that need attention, shared by the dashboard and the schedule. */
const CALENDAR = any(
  except(paths('web/planning/calendar/'), MOVING, TAG_MARKS),
  paths(
    'web/lib/is-wide.ts',
    'web/posts/troubled-group.tsx',
    'web/posts/troubled-post.tsx',
    'web/posts/trouble-strip.tsx',
    'web/posts/post-all.ts',
    'web/posts/use-post-all.ts',
    'web/posts/post-menu.tsx',
    'core/posts/calendar.ts',
    'core/posts/day-names.ts',
  ),
)

/** Comments on posts, for members and for guests of a review link. */
const COMMENTS = paths('web/comments/', 'web/review/', 'core/comments/')

/**
 * Returns the user to the composer after connecting an account. The accounts page and a dialog of the composer need it.
 */
const RETURN = paths('web/accounts/return-to-composer.ts')

/** Finds texts that only this browser has. Logging out and leaving a workspace need it. */
const TYPED_TEXTS = paths('web/app/typed-texts.ts', 'web/posts/unsaved-texts.ts')

/** The reader of CSV files, for the imports of posts and of metrics. */
const CSV = any(packages(/papaparse\//), paths('web/planning/import/'))

/** Code that the page of results and its dialogs share. */
const RESULTS = paths('web/analytics/', 'core/analytics/')

/** Dialogs that create a link or an invitation, for administrators and workspaces. */
const SHARING = paths('web/sharing/')

/** Draws texts as pictures, for the dialog that makes a card and for documents. */
const CARDS = paths(
  'web/writing/cards/card-dialog.tsx',
  'web/writing/cards/draw-card.ts',
  'web/writing/cards/pages-pdf.ts',
)

/** Parts of dialogs and other pages. Neither the dashboard nor the composer needs them at first. */
const PARTS = paths(
  ...['arrow-down', 'arrow-up', 'download', 'hash', 'languages', 'lightbulb', 'quote', 'smartphone', 'sparkles'].map(
    (icon) => `web/ui/icons/${icon}.ts`,
  ),
  'web/ui/copy-text.ts',
  'web/ui/progress.tsx',
  'web/accounts/platform-variables.ts',
  'web/planning/end-evergreen.ts',
  'web/team/left-notice.tsx',
  'web/team/workspace-mark.tsx',
  'core/accounts/connect-trouble.ts',
  'core/posts/follow-ups.ts',
  'core/posts/moved-time.ts',
  'core/posts/tags.ts',
  'core/workspaces/approval-rule.ts',
  'core/writing/sentences.ts',
)

/** Finds links, hashtags and mentions in a text. The list of top-level domains takes most of the space. */
const ADDRESSES = paths(
  'core/platforms/web-addresses.ts',
  'core/platforms/top-level-domains.ts',
  'core/platforms/punycode.ts',
  'core/platforms/hashtags-in-text.ts',
  'core/platforms/mentions-in-text.ts',
  'core/posts/published-text.ts',
  'core/posts/hashtags.ts',
)

/** Code for lists with pages and for several requests at the same time. Few pages need it. */
const QUERY_LISTS = packages(/@tanstack\/.*(useQueries|queriesObserver|useInfiniteQuery|infiniteQueryObserver)/)

/** Code for file uploads, which begin only after the user presses a button. */
const UPLOADS = paths('web/lib/upload.ts')

/** Code for days and suggested times, for the calendars and the dialog that asks for a time. */
const SUGGESTED_TIMES = paths(
  'web/planning/picker/presets.ts',
  'web/planning/picker/rest-days.ts',
  'web/planning/picker/use-weekdays.ts',
  'core/planning/clock-change.ts',
  'core/planning/weekend.ts',
)

/** Code for dragging posts in the calendar and in the dashboard's week. */
const DRAG = packages(/@dnd-kit\//)

const LATER = [
  GROUNDING,
  TEXTS,
  VOICE,
  MOVING,
  QUESTIONS,
  ANSWERS,
  OVERLAYS,
  DRAG,
  PICKER,
  CALENDAR,
  REWORK,
  PROVIDERS,
  POST_ACTS,
  POST_NOTICES,
  SCHEDULE_DIALOG,
  SCHEDULE_DRAFT,
  MATERIAL,
  PREVIEW,
  DEVELOPERS,
  LEDGER,
  CHOICES,
  PROFESSIONAL,
  SWITCH,
  ADMIN,
  COMMENTS,
  CSV,
  PLAN,
  TAG_MARKS,
  RESULTS,
  SHARING,
  RETURN,
  TYPED_TEXTS,
  CARDS,
  PARTS,
  ADDRESSES,
  SUGGESTED_TIMES,
  UPLOADS,
  QUERY_LISTS,
]

/** Code that every page needs. */
const SHARED = any(
  except(packages(/(@tanstack|use-intl|intl-messageformat|@formatjs|wouter|get-nonce)/), QUERY_LISTS),
  except(
    paths('web/lib/'),
    paths(
      'web/lib/after-pointer-release.ts',
      'web/lib/dates.ts',
      'web/lib/enter-key.ts',
      'web/lib/files-to-upload.ts',
      'web/lib/upload.ts',
      'web/lib/cached-response.ts',
      'web/lib/search-match.ts',
      'web/lib/start-worker.ts',
      'web/lib/use-saved-choice.ts',
      'web/lib/use-saving.ts',
    ),
  ),
  paths(
    'web/ui/avatar.tsx',
    'web/ui/brand.tsx',
    'web/ui/button.tsx',
    'web/ui/field.tsx',
    'web/ui/frog.tsx',
    'web/ui/language-switch.tsx',
    'web/ui/lucide-icon.ts',
    // The guest pages use these icons too. If the guests' chunk contained them, other pages would have to load that
    // chunk.
    'web/ui/icons/arrow-left.ts',
    'web/ui/icons/check.ts',
    'web/ui/icons/eye.ts',
    'web/ui/spinner.tsx',
    'web/app/pages.ts',
    'web/app/routes.ts',
    'web/app/app.tsx',
  ),
  (id) => id.includes('vite/preload-helper'),
)
const isPage: Test = (id) => id.endsWith('-page.tsx')
const GUEST = any(
  except(paths('web/account/auth/'), isPage),
  paths('web/account/profile/link-notice.tsx', 'web/ui/code-field.tsx'),
  paths('web/ui/icons/eye-off.ts'),
)
const SIGNED_IN = except(
  any((id) => id.includes('/node_modules/'), except(paths('core/'), paths('core/messages/')), paths('web/')),
  paths('web/account/auth/'),
  ...LATER,
  DESK,
)

/** The groups into which the bundler (Rolldown) puts the modules of the web app. */
export const WEB_CHUNKS = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|rolldown.runtime/, priority: 3 },
  { name: 'shared', test: SHARED, priority: 2 },
  { name: 'passkeys', test: packages(/@simplewebauthn\//), priority: 2 },
  { name: 'guest', test: GUEST, priority: 2 },
  { name: 'signed-in', test: SIGNED_IN, priority: 1, minShareCount: 2 },
  { name: 'overlays', test: OVERLAYS },
  { name: 'tag-marks', test: TAG_MARKS, minShareCount: 2 },
  { name: 'parts', test: PARTS, minShareCount: 2 },
  { name: 'addresses', test: ADDRESSES, minShareCount: 2 },
  { name: 'query-lists', test: QUERY_LISTS, minShareCount: 2 },
  { name: 'uploads', test: UPLOADS, minShareCount: 2 },
  { name: 'suggested-times', test: SUGGESTED_TIMES, minShareCount: 2 },
  { name: 'material', test: MATERIAL, minShareCount: 2 },
  { name: 'desk', test: except(DESK, REWORK, QUESTIONS, ANSWERS, CARD, PREVIEW, MATERIAL), minShareCount: 2 },
  { name: 'preview', test: PREVIEW, minShareCount: 2 },
  { name: 'card', test: CARD, minShareCount: 2 },
  { name: 'texts', test: TEXTS, minShareCount: 2 },
  { name: 'answers', test: ANSWERS, minShareCount: 2 },
  { name: 'grounding', test: GROUNDING, minShareCount: 2 },
  { name: 'questions', test: QUESTIONS, minShareCount: 2 },
  { name: 'voice', test: VOICE, minShareCount: 2 },
  { name: 'sharing', test: SHARING, minShareCount: 2 },
  { name: 'typed-texts', test: TYPED_TEXTS, minShareCount: 2 },
  { name: 'csv', test: CSV, minShareCount: 2 },
  { name: 'results', test: except(RESULTS, isPage), minShareCount: 2 },
  { name: 'cards', test: CARDS },
  { name: 'drag', test: DRAG },
  { name: 'picker', test: PICKER, minShareCount: 2 },
  { name: 'post-acts', test: POST_ACTS, priority: 1, minShareCount: 2 },
  { name: 'calendar', test: CALENDAR, priority: 1, minShareCount: 2 },
  { name: 'post-notices', test: POST_NOTICES, minShareCount: 2 },
  { name: 'schedule-dialog', test: SCHEDULE_DIALOG, minShareCount: 2 },
  { name: 'schedule-draft', test: SCHEDULE_DRAFT, minShareCount: 2 },
  { name: 'rework', test: REWORK },
  { name: 'providers', test: PROVIDERS },
  { name: 'developers', test: DEVELOPERS, minShareCount: 2 },
  { name: 'ledger', test: LEDGER },
  { name: 'choices', test: CHOICES, priority: 1, minShareCount: 2 },
  { name: 'professional', test: PROFESSIONAL, minShareCount: 2 },
  { name: 'switch', test: SWITCH, minShareCount: 2 },
  { name: 'admin', test: ADMIN, minShareCount: 2 },
  // These groups come last, so that the previews of posts stay in the chunk of the composer.
  { name: 'comments', test: except(COMMENTS, isPage), minShareCount: 2 },
  { name: 'plan', test: except(PLAN, isPage), minShareCount: 2 },
]
