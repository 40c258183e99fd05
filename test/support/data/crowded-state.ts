/** A state with two pages of services and two of events. The demo has no listings in it. */
export const crowdedState = 'Wyoming'
export const listingsInCrowdedState = 13
