/** Who may do what, as pure questions about the one asking. */

/** The person asking: null is a visitor who is not signed in. */
export type Viewer = { email: string; isAdmin: boolean }

export const isAdmin = (viewer: Viewer | null): boolean => viewer?.isAdmin === true
