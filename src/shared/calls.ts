/**
 * The method and path of every call besides those of `dashboard-calls.ts`, in the order of the specification, section 7. This is
 * all that every page loads; the areas in `contract/` have the schemas.
 */
export const calls = {
  listServices: { method: 'GET', path: '/services' },
  filterServices: { method: 'GET', path: '/servicesbyfilter' },
  listOwnServices: { method: 'GET', path: '/servicesbyauser', paginated: true },
  getService: { method: 'GET', path: '/service/{id}' },
  postService: { method: 'POST', path: '/services' },
  updateService: { method: 'PUT', path: '/service-update/{id}' },
  deleteService: { method: 'DELETE', path: '/service/{id}' },
  listEvents: { method: 'GET', path: '/events' },
  filterEvents: { method: 'GET', path: '/eventsbyfilter' },
  listOwnEvents: { method: 'GET', path: '/eventsbyauser', paginated: true },
  getEvent: { method: 'GET', path: '/event/{id}' },
  postEvent: { method: 'POST', path: '/events' },
  updateEvent: { method: 'PUT', path: '/event-update/{id}' },
  deleteEvent: { method: 'DELETE', path: '/event/{id}' },
  listCategories: { method: 'GET', path: '/categories' },
  getCategory: { method: 'GET', path: '/category/{id}' },
  getSingleCategory: { method: 'GET', path: '/singlecategory' },
  listLocations: { method: 'GET', path: '/locations' },
  getLocation: { method: 'GET', path: '/location/{id}' },
  listPlaces: { method: 'GET', path: '/places' },
  findPlaces: { method: 'GET', path: '/places/named' },
  servicesByCategory: { method: 'GET', path: '/servicesbycategory' },
  servicesBySubcategory: { method: 'GET', path: '/servicesbysubcategory' },
  eventsByCategory: { method: 'GET', path: '/eventsbycategory' },
  eventsBySubcategory: { method: 'GET', path: '/eventsbysubcategory' },
  servicesByCountry: { method: 'GET', path: '/servicesbycountry' },
  servicesByState: { method: 'GET', path: '/servicesbystate' },
  eventsByCountry: { method: 'GET', path: '/eventsbycountry' },
  eventsByState: { method: 'GET', path: '/eventsbystate' },
  servicesByCity: { method: 'GET', path: '/servicesbycity' },
  eventsByCity: { method: 'GET', path: '/eventsbycity' },
  reportService: { method: 'PUT', path: '/service-report/{id}' },
  closeServiceReport: { method: 'PUT', path: '/service-report-close/{id}' },
  reportEvent: { method: 'PUT', path: '/event-report/{id}' },
  closeEventReport: { method: 'PUT', path: '/event-report-close/{id}' },
  logout: { method: 'POST', path: '/logout' },
  getUserProfile: { method: 'GET', path: '/userprofile' },
  updateProfile: { method: 'PUT', path: '/profile-update' },
  issueToken: { method: 'POST', path: '/jwt' },
  profileExists: { method: 'POST', path: '/profile-exists' },
  createProfile: { method: 'POST', path: '/profile' },
  sendMessage: { method: 'POST', path: '/send-email' },
  // Beyond the specification: hidden listings.
  requestReview: { method: 'POST', path: '/review-request/{id}' },
  // Beyond the specification: services that are still offered. The token of a link is in the body, because URLs are logged.
  renewService: { method: 'PUT', path: '/service-renew/{id}' },
  getRenewal: { method: 'POST', path: '/service-renewal' },
  renewByLink: { method: 'PUT', path: '/service-renewal' },
  // Beyond the specification: the pages of listings and of sellers.
  similarServices: { method: 'GET', path: '/service/{id}/similar' },
  similarEvents: { method: 'GET', path: '/event/{id}/similar' },
  showServiceContact: { method: 'POST', path: '/service/{id}/contact-details' },
  showEventContact: { method: 'POST', path: '/event/{id}/contact-details' },
  getSeller: { method: 'GET', path: '/seller/{id}' },
  servicesBySeller: { method: 'GET', path: '/servicesbyseller' },
  eventsBySeller: { method: 'GET', path: '/eventsbyseller' },
  reportSeller: { method: 'PUT', path: '/seller-report/{id}' },
  getSellerSettings: { method: 'GET', path: '/seller-settings' },
  changeSellerSettings: { method: 'PUT', path: '/seller-settings' },
  // What people who exchanged messages with a seller say about them.
  listRecommendations: { method: 'GET', path: '/recommendations' },
  getRecommendationForm: { method: 'GET', path: '/recommendation-form/{id}' },
  recommendSeller: { method: 'POST', path: '/recommend/{id}' },
  getRecommendation: { method: 'GET', path: '/recommendation/{id}' },
  changeRecommendation: { method: 'PUT', path: '/recommendation/{id}' },
  deleteRecommendation: { method: 'DELETE', path: '/recommendation/{id}' },
  replyToRecommendation: { method: 'PUT', path: '/recommendation-reply/{id}' },
  deleteRecommendationReply: { method: 'DELETE', path: '/recommendation-reply/{id}' },
  reportRecommendation: { method: 'PUT', path: '/recommendation-report/{id}' },
  cancelEvent: { method: 'PUT', path: '/event-cancel/{id}' },
  getAttendance: { method: 'GET', path: '/event/{id}/attendance' },
  setAttendance: { method: 'PUT', path: '/event/{id}/attendance' },
  getCheckIn: { method: 'GET', path: '/event/{id}/check-in' },
  checkIn: { method: 'PUT', path: '/event/{id}/check-in' },
  listAttended: { method: 'GET', path: '/attendance' },
  setPublication: { method: 'PUT', path: '/publication/{id}' },
  getTimeZone: { method: 'GET', path: '/time-zone' },
  postponeEvent: { method: 'PUT', path: '/event-postpone/{id}' },
  listOccurrences: { method: 'GET', path: '/event/{id}/occurrences' },
  changeOccurrences: { method: 'PUT', path: '/event/{id}/occurrences/{day}' },
  // Saved ads.
  listListings: { method: 'GET', path: '/listings' },
  listSaved: { method: 'GET', path: '/saved' },
  saveListings: { method: 'POST', path: '/saved' },
  removeSaved: { method: 'POST', path: '/saved-remove' },
  // Messages between people.
  getMessageForm: { method: 'GET', path: '/message-form/{id}' },
  messageAuthor: { method: 'POST', path: '/message-author/{id}' },
  listConversations: { method: 'GET', path: '/conversations' },
  getConversation: { method: 'GET', path: '/conversation/{id}' },
  reply: { method: 'POST', path: '/conversation/{id}' },
  changeConversation: { method: 'PUT', path: '/conversation/{id}' },
  markConversationRead: { method: 'PUT', path: '/conversation-read/{id}' },
  reportConversation: { method: 'PUT', path: '/conversation-report/{id}' },
  getVisitorConversation: { method: 'POST', path: '/visitor-conversation' },
  confirmVisitorConversation: { method: 'POST', path: '/visitor-conversation-confirmation' },
  replyAsVisitor: { method: 'POST', path: '/visitor-conversation-reply' },
  stopMessages: { method: 'POST', path: '/stop-messages' },
  // Emails that people can turn off. Tokens are in bodies, because addresses are logged and stored in many places.
  getWantedEmails: { method: 'GET', path: '/wanted-emails' },
  setWantedEmails: { method: 'PUT', path: '/wanted-emails' },
  getEmailSubscription: { method: 'POST', path: '/email-subscription' },
  changeEmailSubscription: { method: 'PUT', path: '/email-subscription' },
  // Saved searches. An endpoint is a secret of its browser, so it is in a body.
  listSavedSearches: { method: 'GET', path: '/saved-searches' },
  saveSearch: { method: 'POST', path: '/saved-searches' },
  changeSavedSearch: { method: 'PUT', path: '/saved-search/{id}' },
  deleteSavedSearch: { method: 'DELETE', path: '/saved-search/{id}' },
  addPushSubscription: { method: 'POST', path: '/push-subscriptions' },
  removePushSubscription: { method: 'POST', path: '/push-subscription-removal' },
  // Calendars of other sites, whose events their authors review and post.
  listImportedCalendars: { method: 'GET', path: '/imported-calendars' },
  importCalendar: { method: 'POST', path: '/imported-calendars' },
  refreshImportedCalendar: { method: 'POST', path: '/imported-calendar/{id}' },
  removeImportedCalendar: { method: 'DELETE', path: '/imported-calendar/{id}' },
  getImportedEvent: { method: 'GET', path: '/imported-event/{id}' },
  changeImportedEvent: { method: 'PUT', path: '/imported-event/{id}' },
  // The fields of listings beyond the specification's.
  listFields: { method: 'GET', path: '/listing-fields' },
  getHomePage: { method: 'GET', path: '/home-page' },
  getTextPage: { method: 'GET', path: '/text-pages/{address}' },
  // The token is in the body, because URLs are logged.
  getInvitation: { method: 'POST', path: '/invitation' },
  // The first run of the site. The token is in a body, because addresses are logged and stored in many places.
  checkSetupLink: { method: 'POST', path: '/setup-link' },
  // The numbers next to categories.
  countListings: { method: 'GET', path: '/listing-counts' },
  // The calendar of a list of events.
  eventCalendar: { method: 'GET', path: '/eventcalendar' },
  // The map of a list.
  listTowns: { method: 'GET', path: '/map' },
  // The button that searches near the visitor. A POST, because addresses are logged and stored in many places.
  findNearestTown: { method: 'POST', path: '/nearest-town' },
  // The map on which an author chooses a point.
  locateTown: { method: 'GET', path: '/town-position' },
  // The search field.
  suggest: { method: 'GET', path: '/suggestions' },
  // The contact form.
  getChallenge: { method: 'GET', path: '/contact-challenge' },
  // The header, the forms, and the account page.
  getPostingDefaults: { method: 'GET', path: '/posting-defaults' },
  getOwnStatistics: { method: 'GET', path: '/own-statistics' },
  suggestVenues: { method: 'GET', path: '/venues' },
  getPictureUpload: { method: 'GET', path: '/picture-upload' },
  getSession: { method: 'GET', path: '/session' },
  getVerification: { method: 'POST', path: '/verification' },
  getAuthProviders: { method: 'GET', path: '/auth-providers' },
  getAccount: { method: 'GET', path: '/account' },
  endSession: { method: 'DELETE', path: '/session/{id}' },
  endOtherSessions: { method: 'POST', path: '/end-other-sessions' },
  downloadAccount: { method: 'GET', path: '/account-data' },
  deleteAccount: { method: 'DELETE', path: '/account' },
} as const satisfies Record<string, Call>

export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Relative to `/api`, with parameters such as `{id}`. */
  path: string
  /**
   * The JSON response is an array with one page. The `X-Total-Count` header has the total, and the `Link` header has the
   * URLs of the other pages.
   */
  paginated?: true
}
