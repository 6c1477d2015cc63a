/** The name of the installation's OpenID Connect provider; empty without one. */
const oidcName = (): string => (typeof document === 'undefined' ? '' : (document.documentElement.dataset['oidc'] ?? ''))

/**
 * The name of the provider in a text. The build leaves it empty and the server fills it in (server/pages/page-html.ts),
 * so that the layout does not shift.
 */
function ServiceName() {
  return <bdi data-part="service-name">{oidcName()}</bdi>
}

/** Replaces `<name>` in messages with the provider's name. */
export const withServiceName = { name: () => <ServiceName /> }
