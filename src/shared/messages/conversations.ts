/** Messages between people. */
export const conversations = {
  sending: 'Sending…',
  sent: 'Message sent.',
  held: 'We’ll review your message before we deliver it, because you sent the same text to many people.',
  reported: 'Thank you! We’ll review this conversation.',
  stopped: 'Done. You won’t get more emails from this conversation.',
  none: 'No messages yet',
} as const
