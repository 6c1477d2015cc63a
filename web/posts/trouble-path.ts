/** Links to the posts that need attention, from any page. */
export const TROUBLE_PATH = '/#trouble'
