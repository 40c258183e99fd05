import type { Topic } from './topic.ts'

/** The fifteen points of the specification, section 1, in its order. */
export const providerTopics: readonly Topic[] = [
  {
    id: 'verify-clients',
    title: 'Verify your clients',
    text: 'Before a first job you may ask who somebody is, just as they may ask you. Get a full name, a phone number that is answered, and the address of the job.',
    points: [
      'Ring once. A voice tells you more than ten messages.',
      'Look up the address: does it exist, and is it a place where the job makes sense?',
      'A client who will tell you nothing about themselves, but is in a great hurry, can find somebody else.',
    ],
  },
  {
    id: 'secure-channels',
    title: 'Keep to channels you control',
    text: 'Use an email address and a number that are for work alone. You can switch them off in the evening, and give them up when you no longer need them.',
    points: [
      'Do not move to an app you don’t know because somebody insists.',
      'Don’t open attachments from people you have never spoken with, and don’t sign in anywhere through a link they sent.',
      'Use a password that you use nowhere else, for your mail above all.',
    ],
  },
  {
    id: 'public-meetings',
    title: 'Meet in public first',
    text: 'Talk about a larger job over a coffee before you go to a stranger’s home. A café, a library or the client’s shop during opening hours will do.',
    points: [
      'Make your own way there and back.',
      'If the job cannot wait for such a meeting, have a video call and let them walk you through the rooms.',
    ],
  },
  {
    id: 'surroundings',
    title: 'Know your surroundings',
    text: 'When you arrive, take half a minute. Who is there? Where are the doors? Is there a dog, a loose wire, a wet floor?',
    points: [
      'Park so that you can drive off, and keep your keys on you.',
      'Keep your tools together: what lies around gets left behind when you have to go.',
      'Work where you can get to the door, and do not let it be locked behind you.',
    ],
  },
  {
    id: 'payments',
    title: 'Settle how you are paid',
    text: 'Say your price, how you take payment and when, before you start. For large jobs, or when you buy material, ask for a deposit; a third to a half is usual. Nobody serious minds.',
    points: [
      'Wait until the money is in your account. A picture of a transfer is not a transfer.',
      'Never “send back the difference” of a payment that was too high: it is the oldest trick there is.',
      'Write a receipt for each payment and keep a copy.',
    ],
  },
  {
    id: 'personal-information',
    title: 'Protect your personal information',
    text: 'Your ad is public. Put in what a client needs to reach you, and nothing that tells a stranger where you live.',
    points: [
      'Name the district rather than your street.',
      'Take the number plate, the house number and your children out of your pictures.',
      'No client needs your bank password, your identity number, or a code from your phone.',
    ],
  },
  {
    id: 'scope-of-work',
    title: 'Define the scope of work',
    text: 'Write down what you will do, and what you will not: how many rooms, how many hours, whose material, how many changes are included. Send it, and let the client answer “agreed”.',
    points: [
      'When they ask for more along the way, name the new price first.',
      'Say when you will come, when you will be done, and what a cancellation costs.',
    ],
  },
  {
    id: 'boundaries',
    title: 'Set boundaries',
    text: 'You decide when you answer, where you work and what you do. Saying so early is kinder than being annoyed late.',
    points: [
      'Put your hours in the ad, and don’t answer at midnight.',
      'If somebody is drunk, shouts, touches you or makes remarks, you may leave. No job is worth it.',
      'Bring somebody along when you would rather not be alone, and say so beforehand.',
    ],
  },
  {
    id: 'portfolio',
    title: 'Show real work',
    text: 'A small portfolio of your own work brings better clients than any slogan. Five honest pictures are plenty.',
    points: [
      'Use pictures of work that you did yourself, and ask before you show somebody’s home or face.',
      'Say what the picture shows: what it was before, how long it took, what it cost.',
      'Ask happy clients for two sentences that you may quote with their first name.',
    ],
  },
  {
    id: 'instincts',
    title: 'Trust your instincts',
    text: 'You have seen enough people to know when something is off. Take the feeling seriously before you know the reason.',
    points: [
      'You can turn a job down without giving a reason: “I’m afraid I can’t take this on.”',
      'If things turn strange while you are there, step outside “to fetch something from the car”, and don’t go back in.',
    ],
  },
  {
    id: 'sanitation',
    title: 'Keep things clean',
    text: 'Clean hands and clean tools protect your clients and you. They are also what people remember.',
    points: [
      'Wash your hands before and after. Disinfect whatever touches skin, anew for each client.',
      'Wear gloves, a mask or shoe covers where the work calls for them, and bring your own.',
      'When you are ill, stay at home, and ask the same of your clients.',
      'For food, hair, nails and massage there are rules where you live. Know them, and keep to them.',
    ],
  },
  {
    id: 'online-presence',
    title: 'Look after your presence online',
    text: 'Clients will search for you. Do it yourself first, and see what they see.',
    points: [
      'Keep your name, prices and contact the same everywhere.',
      'Set your private profiles to private, and keep family pictures there.',
      'Answer a bad review once, calmly, with what you did about it.',
      'Delete ads that are out of date: all they bring is calls that annoy you both.',
    ],
  },
  {
    id: 'scams',
    title: 'Recognise scams',
    text: 'The scams aimed at people who offer services all look alike. Once you have read this list you know most of them.',
    points: [
      'The payment that is too high, and the plea to send on the rest.',
      'The client who is abroad, never rings, and sends “my driver” with a cheque.',
      'The “verification code” that you are asked to read out: it opens your account, not theirs.',
      'The fee that you must pay before you get the job.',
      'The mail that seems to come from us and asks for your password. We never do.',
    ],
  },
  {
    id: 'documentation',
    title: 'Document your work',
    text: 'Keep a folder for each job. You will hardly ever need it, and you will be very glad of it when you do.',
    points: [
      'Photos from before and after, with whatever was broken already.',
      'The agreement, the receipts, and the messages about changes.',
      'Hours and material, written down the same day. It also makes your tax return easier.',
      'Your insurance and licences, where your trade needs them.',
    ],
  },
  {
    id: 'safety-tools',
    title: 'Use the tools for your safety',
    text: 'Your phone can look after you, if you set it up before you need it.',
    points: [
      'Share your location with somebody you trust while you are on a job, and tell them when you will be done.',
      'Set up your phone’s emergency call, and learn how to start it without looking.',
      'Carry a torch, a whistle, a small first-aid kit, and a charged battery.',
      'If you are threatened, leave, get to other people, and ring the emergency number.',
    ],
  },
]
