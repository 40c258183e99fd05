/** A state with two pages of services and two of events, in which the demo has nothing. */
export const crowdedState = 'Wyoming'
export const listingsInCrowdedState = 13
