/** Messages between people. */
export const conversations = {
  sending: 'Sending…',
  sent: 'Message sent.',
  held: 'We’ll review your message before we deliver it, because you sent the same text to many people.',
  reported: 'Thank you! We’ll review this conversation.',
  stopped: 'Done. You won’t get more emails from this conversation.',
  deletedUser: 'Deleted user',
  visitorPhotos: 'Please sign in to send photos.',
  ownNetwork:
    'This ad’s poster uses the same network as you, so we can’t take messages without an account from it. Please sign in to write to them.',
} as const

/** The contact form (specification, section 8). */
export const contact = {
  sending: 'Sending...',
  sent: 'Your message has been sent successfully!',
  refused: 'There was an issue sending your message. Please try again.',
  failed: 'There was an error. Please try again.',
} as const
