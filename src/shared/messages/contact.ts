/** The contact form (specification, section 8). */
export const contact = {
  sending: 'Sending...',
  sent: 'Your message has been sent successfully!',
  refused: 'There was an issue sending your message. Please try again.',
  failed: 'There was an error. Please try again.',
} as const
