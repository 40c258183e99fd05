/**
 * Who gets an author's contact details: the site's setting, and each ad's own choice.
 *
 * public   — everyone, on the page of the ad
 * reveal   — people who request them, a limited number of ads a day
 * messages — no one: people write through the site
 */
export type ContactVisibility = 'public' | 'reveal' | 'messages'

/** Returns the visibility for one ad: its author can ask for messages only, whatever the site's setting. */
export const contactVisibilityOf = (
  site: ContactVisibility,
  { messages_only }: { messages_only: boolean },
): ContactVisibility => (messages_only ? 'messages' : site)
