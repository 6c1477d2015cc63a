/** The name of the installation's OpenID Connect provider; empty without one. */
const oidcName = (): string => (typeof document === 'undefined' ? '' : (document.documentElement.dataset['oidc'] ?? ''))

/** The build leaves this element empty. The server fills it (server/pages/page-html.ts), so that nothing shifts. */
function ServiceName() {
  return <bdi data-part="service-name">{oidcName()}</bdi>
}

/** Replaces `<name>` in messages with the provider's name. */
export const withServiceName = { name: () => <ServiceName /> }
