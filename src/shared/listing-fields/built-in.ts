/** The fields with rules of their own, which the program knows by name, and what they hold. The screen *Fields* lists them. */
export const builtInFields: Readonly<Record<string, string>> = {
  Title: 'One line. Required.',
  Category: 'And a subcategory, where the category has any. Required.',
  Description: 'Long text. Required.',
  Place: 'Country, state or province, and city. Required.',
  Photos: 'Events need at least one.',
  Price: 'An amount, and of services also what it is for. Required.',
  Schedule: 'Of events: days, times, and how they repeat. Required.',
  Venue: 'Of events: address, point on the map, and online link.',
  Tickets: 'Of events: kinds of tickets, availability, and where to buy them.',
  Contact: 'Phone, email, and social profiles.',
}
