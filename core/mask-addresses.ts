/** Replaces email addresses by `…@…` in texts for logs and administrators. */
export const maskAddresses = (text: string): string =>
  text.replaceAll(/[\p{L}\p{N}._%+'-]{1,64}@[\p{L}\p{N}-]{1,63}(\.[\p{L}\p{N}-]{1,63}){1,8}/gu, '…@…')
