/** Leads to the posts that wait for their owner, wherever one is. */
export const TROUBLE_PATH = '/#trouble'
