/** One line each for the contact panel; the topic is a section of the customers' guide that says more. */
export const safetyTips = [
  { text: 'Meet in a public place the first time.', topic: 'meet-in-public' },
  { text: 'Never pay the full price up front.', topic: 'pay-securely' },
  { text: 'Ask for two recent customers you may ring.', topic: 'verify-before-meeting' },
  { text: 'If something feels wrong, walk away.', topic: 'trust-your-instincts' },
  { text: 'Tell a friend whom you are meeting, and where.', topic: 'share-your-plans' },
  { text: 'Nobody honest asks for gift cards or codes.', topic: 'pay-securely' },
  { text: 'Keep door codes and card numbers to yourself.', topic: 'protect-personal-information' },
  { text: 'Have somebody with you for a first visit at home.', topic: 'home-service-safety' },
  { text: 'Children or keys involved? Ask for a background check.', topic: 'background-checks' },
  { text: 'Write down what you agreed, if only in a message.', topic: 'clear-communication' },
] as const

/** Always the same one for the same listing: what changes with each look is not read. */
export function safetyTipFor(listingId: string): (typeof safetyTips)[number] {
  const number = Number.parseInt(listingId.slice(-4), 16) || 0
  return safetyTips[number % safetyTips.length] ?? safetyTips[0]
}
