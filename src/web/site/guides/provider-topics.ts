import type { Topic } from './guide.tsx'

/** The fifteen points of specification, section 1, in its order. */
export const providerTopics: readonly Topic[] = [
  {
    id: 'verify-clients',
    title: 'Verify your clients',
    text: 'Before a first job, you can ask who someone is, just as they can ask you. Get a full name, a phone number that someone answers, and the address of the job.',
    points: [
      'Call once. A voice tells you more than ten messages.',
      'Look up the address. Does it exist, and does the job make sense there?',
      'A client who won’t tell you anything but is in a big hurry can find someone else.',
    ],
  },
  {
    id: 'secure-channels',
    title: 'Use channels you control',
    text: 'Use a separate email address and phone number for work. You can turn them off in the evening and drop them when you no longer need them.',
    points: [
      'Don’t switch to an app you don’t know because someone insists.',
      'Don’t open attachments from people you’ve never spoken with, and don’t sign in through a link they sent.',
      'Use a unique password for every account, especially your email.',
    ],
  },
  {
    id: 'public-meetings',
    title: 'Meet in public first',
    text: 'Discuss a larger job over coffee before you go to a stranger’s home. A coffee shop, a library, or the client’s store during business hours will do.',
    points: [
      'Get there and back on your own.',
      'If the job can’t wait for a meeting, have a video call and let them walk you through the rooms.',
    ],
  },
  {
    id: 'surroundings',
    title: 'Know your surroundings',
    text: 'When you arrive, take half a minute. Who’s there? Where are the exits? Is there a dog, a loose wire, a wet floor?',
    points: [
      'Park so you can drive off, and keep your keys on you.',
      'Keep your tools together. Anything lying around gets left behind if you have to go.',
      'Work where you can reach the door, and don’t let anyone lock it behind you.',
    ],
  },
  {
    id: 'payments',
    title: 'Agree on how you get paid',
    text: 'State your price, how you take payment, and when, before you start. For large jobs, or when you buy materials, ask for a deposit; a third to a half is typical. Serious clients won’t mind.',
    points: [
      'Wait until the money is in your account. A screenshot of a transfer isn’t a transfer.',
      'Never “send back the difference” from an overpayment. It’s the oldest trick in the book.',
      'Write a receipt for each payment and keep a copy.',
    ],
  },
  {
    id: 'personal-information',
    title: 'Protect your personal information',
    text: 'Your ad is public. Include what a client needs to reach you, and nothing that tells a stranger where you live.',
    points: [
      'Name your neighborhood, not your street.',
      'Keep license plates, house numbers, and your children out of your photos.',
      'No client needs your bank password, your Social Security number, or a code from your phone.',
    ],
  },
  {
    id: 'scope-of-work',
    title: 'Define the scope of work',
    text: 'Write down what you will do and what you won’t: how many rooms, how many hours, whose materials, how many revisions. Send it, and have the client reply “agreed.”',
    points: [
      'If they ask for more along the way, quote the new price first.',
      'Say when you’ll come, when you’ll be done, and what a cancellation costs.',
    ],
  },
  {
    id: 'boundaries',
    title: 'Set boundaries',
    text: 'You decide when you answer, where you work, and what you do. Saying so early beats being annoyed later.',
    points: [
      'Put your hours in the ad, and don’t reply at midnight.',
      'If someone is drunk, yells, touches you, or makes inappropriate remarks, you can leave. No job is worth it.',
      'Bring someone along if you’d rather not be alone, and say so beforehand.',
    ],
  },
  {
    id: 'portfolio',
    title: 'Show real work',
    text: 'A small portfolio of your own work attracts better clients than any slogan. Five honest photos are plenty.',
    points: [
      'Use photos of work you did yourself, and ask before you show someone’s home or face.',
      'Say what each photo shows: what it looked like before, how long it took, what it cost.',
      'Ask happy clients for a short quote you can use with their first name.',
    ],
  },
  {
    id: 'instincts',
    title: 'Trust your instincts',
    text: 'You’ve met enough people to know when something is off. Take the feeling seriously even before you know the reason.',
    points: [
      'You can turn down a job without giving a reason: “I’m afraid I can’t take this on.”',
      'If things get strange while you’re there, step outside “to get something from the car,” and don’t go back in.',
    ],
  },
  {
    id: 'sanitation',
    title: 'Keep things clean',
    text: 'Clean hands and clean tools protect your clients and you. They’re also what people remember.',
    points: [
      'Wash your hands before and after. Disinfect anything that touches skin between clients.',
      'Wear gloves, a mask, or shoe covers when the work calls for them, and bring your own.',
      'Stay home when you’re sick, and ask the same of your clients.',
      'Your state has rules for food, hair, nails, and massage. Know them and follow them.',
    ],
  },
  {
    id: 'online-presence',
    title: 'Manage your online presence',
    text: 'Clients will search for you. Do it first, and see what they see.',
    points: [
      'Keep your name, prices, and contact info the same everywhere.',
      'Set your personal profiles to private, and keep family photos there.',
      'Reply to a bad review once, calmly, and say what you did about it.',
      'Delete ads that are out of date. They only bring calls that waste your time and theirs.',
    ],
  },
  {
    id: 'scams',
    title: 'Recognize scams',
    text: 'Scams aimed at service providers all look alike. Once you’ve read this list, you’ll know most of them.',
    points: [
      'The overpayment, with a request to send on the rest.',
      'The client who is out of the country, never calls, and sends “my driver” with a check.',
      'The “verification code” you’re asked to read out loud. It opens your account, not theirs.',
      'The fee you have to pay before you get the job.',
      'The email that claims to be from us and asks for your password. We never do that.',
    ],
  },
  {
    id: 'documentation',
    title: 'Document your work',
    text: 'Keep a folder for each job. You’ll hardly ever need it, and you’ll be very glad to have it when you do.',
    points: [
      'Before and after photos, including anything that was already broken.',
      'The agreement, the receipts, and any messages about changes.',
      'Hours and materials, written down the same day. It makes your taxes easier, too.',
      'Your insurance and licenses, if your trade requires them.',
    ],
  },
  {
    id: 'safety-tools',
    title: 'Use safety tools',
    text: 'Your phone can help keep you safe if you set it up before you need it.',
    points: [
      'Share your location with someone you trust while you’re on a job, and tell them when you’ll be done.',
      'Set up your phone’s emergency call, and learn how to start it without looking.',
      'Carry a flashlight, a whistle, a small first-aid kit, and a charged power bank.',
      'If someone threatens you, leave, get to other people, and call 911.',
    ],
  },
]
