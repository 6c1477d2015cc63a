export const TROUBLE_PATH = '/#trouble'
