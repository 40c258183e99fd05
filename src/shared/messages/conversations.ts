/** Messages between people. */
import { msg } from '../translate.ts'
export const conversations = {
  sending: msg('Sending…'),
  sent: msg('Message sent.'),
  held: msg('We’ll review your message before we deliver it, because you sent the same text to many people.'),
  reported: msg('Thank you! We’ll review this conversation.'),
  stopped: msg('Done. You won’t get more emails from this conversation.'),
  deletedUser: msg('Deleted user'),
  visitorPhotos: msg('Please sign in to send photos.'),
  ownNetwork: msg(
    'This ad’s poster uses the same network as you, so we can’t take messages without an account from it. Please sign in to write to them.',
  ),
} as const

/** The contact form (specification, section 8). */
export const contact = {
  sending: msg('Sending...'),
  sent: msg('Your message has been sent successfully!'),
  refused: msg('There was an issue sending your message. Please try again.'),
  failed: msg('There was an error. Please try again.'),
} as const
