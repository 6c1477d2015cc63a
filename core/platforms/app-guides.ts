import type { AppGuide } from './app-guide.ts'
import { facebook } from './facebook/app-guide.ts'
import { instagram } from './instagram/app-guide.ts'
import { linkedin } from './linkedin/app-guide.ts'
import type { Platform } from './platform.ts'
import { threads } from './threads/app-guide.ts'
import { twitter } from './twitter/app-guide.ts'

/**
 * Instructions for networks at which the operator must register an app. Users connect to the other networks without
 * one.
 */
const GUIDES: Partial<Record<Platform, AppGuide>> = { linkedin, twitter, facebook, instagram, threads }

export const appGuideOf = (platform: Platform): AppGuide | undefined => GUIDES[platform]
