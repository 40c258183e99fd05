import type { Topic } from './topic.ts'

/** The ten topics of the specification, section 1, in its order. */
export const customerTopics: readonly Topic[] = [
  {
    id: 'verify-before-meeting',
    title: 'Verify before you meet',
    text: 'A few minutes spent looking somebody up spare you most of the trouble there is. Do it before you agree on a day, while saying no is still easy.',
    points: [
      'Ask for their full name, and for the name of the business if they have one. Search for both, along with the town.',
      'Ask for two recent customers you may ring. Somebody who does good work is glad to name them.',
      'Look at their pictures twice: do they show the same hands, tools and rooms, or could they be from anywhere?',
      'Have one short phone or video call. It is hard to pretend to know a trade for ten minutes.',
    ],
  },
  {
    id: 'meet-in-public',
    title: 'Meet in public first',
    text: 'For a first meeting choose a place with people in it: a café, a library, the front of a shop. Go by day if you can, and make your own way there and back, so that you can leave whenever you like.',
    points: [
      'Lessons, fittings and consultations can often start at a library or a community centre.',
      'If something is sold or handed over, many police stations have a marked spot for it.',
      'Somebody who insists on a lonely car park, or changes the place at the last minute, can be told no.',
    ],
  },
  {
    id: 'trust-your-instincts',
    title: 'Trust your instincts',
    text: 'If something feels wrong, that is reason enough to stop. You need no proof, and you owe nobody an explanation. “This isn’t for me, thank you” is a whole answer.',
    points: [
      'Pressure is a warning: “only today”, “somebody else wants it”, “why don’t you trust me?”.',
      'So is a price far below everybody else’s, or a story that changes when you ask again.',
    ],
  },
  {
    id: 'share-your-plans',
    title: 'Share your plans',
    text: 'Tell a friend or a neighbour whom you are meeting, where, and when you expect to be done. Send them the link to the ad: it carries the name and the contact.',
    points: [
      'Share your location from your phone for as long as the meeting lasts.',
      'Agree when you will write “all fine”, and what they do if you don’t.',
    ],
  },
  {
    id: 'pay-securely',
    title: 'Pay securely',
    text: 'Never pay the full price up front. For a larger job it is fair to pay half when the person arrives with their tools, and half when the work is done and you have looked at it.',
    points: [
      'Use something that leaves a trace and can be disputed: a card, or a bank transfer to a name that you know.',
      'Nobody honest asks for gift cards, cryptocurrency, or a code that was sent to your phone.',
      'If a cheque is made out for too much and you are asked to send back the rest, don’t. The cheque will bounce, and your money is gone.',
      'Ask for a receipt with the date, the amount and what it was for.',
    ],
  },
  {
    id: 'protect-personal-information',
    title: 'Protect your personal information',
    text: 'Nobody needs your date of birth to cut your hedge. Tell people what the job needs and no more, and not before they need it: the street once you have agreed, the house number on the day.',
    points: [
      'Keep these to yourself: the numbers of your identity and bank cards, passwords, door and alarm codes, and the days when nobody is at home.',
      'Look at a photo before you send it. It may show a street sign, a key, a child’s school.',
      'We never ask for your password, by mail or on the phone.',
    ],
  },
  {
    id: 'home-service-safety',
    title: 'Be safe when somebody comes to your home',
    text: 'Much of the best help happens in your kitchen. A little order makes it comfortable for both of you.',
    points: [
      'Have somebody with you for the first visit, or a friend on the phone.',
      'Put away money, medicine, papers and small things of value, and close the rooms that are not needed.',
      'Open the door only to the person you agreed on. If somebody else comes instead, ask why and call before you let them in.',
      'Show them where the work is, stay within earshot, and keep the way to the door clear.',
      'For gas, electricity and other work that needs a licence, ask to see it.',
    ],
  },
  {
    id: 'background-checks',
    title: 'Ask for a background check where it matters',
    text: 'Some services ask for more trust than others: looking after children, caring for somebody who is old or ill, holding your keys, driving your family. Here it is normal to ask for more, and people who do this work expect it.',
    points: [
      'Ask whether they have a recent official background check, and read it yourself.',
      'Check licences and certificates with whoever issued them; paper is easily made.',
      'Ring the references, and ask what went less well. Then start with a trial while you are there yourself.',
    ],
  },
  {
    id: 'clear-communication',
    title: 'Agree on things clearly',
    text: 'Most quarrels have nothing to do with dishonesty: two people simply understood two different things. Write down what you agreed, if only in a message: what will be done, when, with whose material, for how much, and what happens if one of you has to cancel.',
    points: [
      'Ask what is not included. It is the most useful question there is.',
      'Keep the messages until the job is done and paid for.',
      'If the plan changes halfway, write down the new price before the work goes on.',
    ],
  },
  {
    id: 'exit-safely',
    title: 'Leave safely when you need to',
    text: 'Before you go in, know how you will get out. You may end a meeting at any moment, with or without a reason.',
    points: [
      'Keep your phone charged and in your pocket, and your car where nobody can block it.',
      'Have a sentence ready: “I have to take this call” or “my sister is waiting outside”.',
      'If somebody will not let you go or threatens you, get to other people and ring the emergency number.',
      'Afterwards write down what happened while you remember it, and tell us, so that it happens to nobody else.',
    ],
  },
]
