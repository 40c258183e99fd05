/** The addresses that own pages cannot have: the first parts of the paths of the site. A test compares them with its routes. */
export const reservedAddresses: ReadonlySet<string> = new Set(
  `
    about ad-details admin all-categories all-events all-locations all-services api apple-touch-icon
    assets attending category category-drawings check-in-codes check-your-inbox contact cookies
    customer-safety-guide demo-pictures dev doctor email-link embed embed-events event-details
    event-update favicon feeds flyers front-page-notice healthz home imported-calendars
    imported-events imprint language location look-fonts manifest messages metrics my-events
    my-services offline opensearch pictures post post-events post-services privacy profile
    provider-safety-guide readyz recommendation renew-service reset-password robots safety-guide
    save-search saved saved-searches search seller service-update service-worker setup share
    share-pictures signin signup site-files site-share sitemap state stop-messages suggestions terms
    town-maps translated transparency unsubscribe update-profile verify-email visitor-place well-known
    your-conversation`
    .trim()
    .split(/\s+/),
)
