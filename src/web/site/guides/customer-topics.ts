import type { Topic } from './guide.tsx'

/** The ten topics of specification, section 1, in its order. */
export const customerTopics: readonly Topic[] = [
  {
    id: 'verify-before-meeting',
    title: 'Verify before you meet',
    text: 'A quick search can save you a lot of trouble. Do it before you set a date, while it’s still easy to say no.',
    points: [
      'Ask for their full name and the name of their business, if they have one. Search for both along with the town.',
      'Ask for two references you can call. Good providers are happy to share them.',
      'Look closely at their photos. Do they show the same hands, tools, and rooms, or could they be from anywhere?',
      'Have one short phone or video call. It’s hard to fake knowing a trade for ten minutes.',
    ],
  },
  {
    id: 'meet-in-public',
    title: 'Meet in public first',
    text: 'For a first meeting, choose a place with people around: a coffee shop, a library, a storefront. Go during the day if you can, and get there and back on your own, so you can leave whenever you like.',
    points: [
      'Lessons, fittings, and consultations can often start at a library or a community center.',
      'If something changes hands, many police stations have a safe exchange spot.',
      'If someone insists on an empty parking lot or changes the place at the last minute, say no.',
    ],
  },
  {
    id: 'trust-your-instincts',
    title: 'Trust your instincts',
    text: 'If something feels wrong, that’s reason enough to stop. You need no proof, and you owe no one an explanation. “This isn’t for me, thank you” is a complete answer.',
    points: [
      'Pressure is a warning sign: “today only,” “someone else wants it,” “why don’t you trust me?”',
      'So is a price far below everyone else’s, or a story that changes when you ask again.',
    ],
  },
  {
    id: 'share-your-plans',
    title: 'Share your plans',
    text: 'Tell a friend or a neighbor who you’re meeting, where, and when you expect to be done. Send them the link and the person’s contact info.',
    points: [
      'Share your location from your phone for as long as the meeting lasts.',
      'Agree on when you’ll text “all good,” and what they’ll do if you don’t.',
    ],
  },
  {
    id: 'pay-securely',
    title: 'Pay securely',
    text: 'Never pay the full price up front. For a larger job, it’s fair to pay half when the person arrives with their tools, and half when the work is done and you have looked at it.',
    points: [
      'Use a payment method that leaves a record and can be disputed: a card, or a bank transfer to a name you know.',
      'No honest person asks for gift cards, cryptocurrency, or a code that was sent to your phone.',
      'If a check is made out for too much and you’re asked to send back the difference, don’t. The check will bounce, and your money will be gone.',
      'Ask for a receipt with the date, the amount, and what it was for.',
    ],
  },
  {
    id: 'protect-personal-information',
    title: 'Protect your personal information',
    text: 'No one needs your date of birth to trim your hedge. Tell people what the job requires and no more, and not before they need it: the street once you’ve agreed, the house number on the day.',
    points: [
      'Keep these to yourself: your Social Security, ID, and card numbers, passwords, door and alarm codes, and the days when no one is home.',
      'Check every photo before you send it. It might show a street sign, a key, or your child’s school.',
      'We never ask for your password, by email or by phone.',
    ],
  },
  {
    id: 'home-service-safety',
    title: 'Stay safe when someone comes to your home',
    text: 'A lot of the best help happens in your kitchen. A little preparation makes it comfortable for both of you.',
    points: [
      'Have someone with you for the first visit, or a friend on the phone.',
      'Put away money, medicine, papers, and small valuables, and close the doors of rooms that aren’t needed.',
      'Open the door only to the person you agreed on. If someone else shows up, ask why, and call before you let them in.',
      'Show them where the work is, stay within earshot, and keep the way to the door clear.',
      'For gas, electrical, and other work that requires a license, ask to see it.',
    ],
  },
  {
    id: 'background-checks',
    title: 'Ask for a background check when it matters',
    text: 'Some services take more trust than others: watching children, caring for someone who is elderly or ill, holding your keys, driving your family. It’s normal to ask for more here, and people who do this work expect it.',
    points: [
      'Ask whether they have a recent official background check, and read it yourself.',
      'Verify licenses and certificates with the authority that issued them. Paper is easy to fake.',
      'Call the references and ask what could have gone better. Then start with a trial while you’re there.',
    ],
  },
  {
    id: 'clear-communication',
    title: 'Communicate clearly',
    text: 'Most disputes aren’t about dishonesty: two people understood two different things. Put the details in writing, even just a text: what will be done, when, who supplies the materials, how much it costs, and what happens if one of you has to cancel.',
    points: [
      'Ask what isn’t included. It’s the most useful question there is.',
      'Repeat back what you heard before you agree, and ask about anything that’s unclear.',
      'Keep your messages until the job is done and paid for.',
      'If the plan changes halfway through, write down the new price before the work continues.',
    ],
  },
  {
    id: 'exit-safely',
    title: 'Leave safely when you need to',
    text: 'Before you go in, know how you’ll get out. You can end a meeting at any moment, with or without a reason.',
    points: [
      'Keep your phone charged and in your pocket, and park where no one can block you in.',
      'Have a line ready: “I have to take this call” or “My sister is waiting outside.”',
      'If someone won’t let you leave or threatens you, get to other people and call 911.',
      'Afterward, write down what happened while you remember it, and tell us so we can protect others.',
    ],
  },
]
