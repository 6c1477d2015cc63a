/** How an operator sets up the network's app. All names are those of the vendor's console, which is in English. */
export interface AppGuide {
  console: { name: string; url: string }
  /** The choices that the operator makes in the console while creating the app. */
  choices: readonly ConsoleSetting[]
  /** The console's names for the app's id and secret. */
  keys: { id: string; secret: string }
  /** Permissions and products to request in the console, and the people who can connect with them. */
  rights: readonly ConsoleSetting[]
  /**
   * The additional requirements of posts to pages of organizations: rights in the console, and an environment variable.
   */
  pages?: { rights: readonly ConsoleSetting[]; environment: string }
  /** Whether the console asks for the addresses that Meta calls after an uninstall or a request for deletion. */
  takesCallbacks: boolean
}

type ConsoleSetting = readonly [field: string, value: string]
