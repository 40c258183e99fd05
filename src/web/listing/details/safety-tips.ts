import type { Kind } from '../../../shared/listing.ts'
import { type Message, msg, t } from '../../../shared/translate.ts'

export type SafetyTip = { text: string; topic: string }
type Tip = Omit<SafetyTip, 'text'> & { text: Message; servicesOnly?: boolean }

/** One-line tips for the contact panel. Each links to a topic of the customer guide. */
export const safetyTips: readonly Tip[] = [
  { text: msg('Meet in a public place the first time.'), topic: 'meet-in-public' },
  { text: msg('Never pay the full price up front.'), topic: 'pay-securely' },
  { text: msg('Ask for two references you can call.'), topic: 'verify-before-meeting', servicesOnly: true },
  { text: msg('If something feels wrong, walk away.'), topic: 'trust-your-instincts' },
  { text: msg('Tell a friend who you’re meeting and where.'), topic: 'share-your-plans' },
  { text: msg('Never pay with gift cards or share a verification code.'), topic: 'pay-securely' },
  { text: msg('Keep door codes and card numbers to yourself.'), topic: 'protect-personal-information' },
  { text: msg('Don’t be alone for the first home visit.'), topic: 'home-service-safety', servicesOnly: true },
  {
    text: msg('Hiring someone to watch kids or hold your keys? Ask for a background check.'),
    topic: 'background-checks',
    servicesOnly: true,
  },
  { text: msg('Put the details in writing, even just a text.'), topic: 'clear-communication' },
]

/** Returns the same tip for a listing every time: readers ignore text that keeps changing. */
export function safetyTipFor(kind: Kind, listingId: string): SafetyTip {
  const tips = safetyTips.filter(({ servicesOnly }) => kind === 'service' || !servicesOnly)
  const number = Number.parseInt(listingId.slice(-4), 16) || 0
  const tip = tips[number % tips.length]
  if (!tip) throw new Error('There are no safety tips.')
  return { text: t(tip.text), topic: tip.topic }
}
