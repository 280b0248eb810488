/** One line of the notifications screen. */
export interface Notice {
  id: number
  title: string
  text: string
  /** As it reads; the sample has no clock. */
  when: string
}

/** The fixed sample of the notifications screen (specification, section 2): twelve, from no server. */
export const SAMPLE_NOTICES: readonly Notice[] = [
  { id: 1, title: 'Weekly report', text: 'Sign-ups rose for the third week in a row.', when: '5 minutes ago' },
  { id: 2, title: 'New subscriber', text: 'A trial became a yearly plan.', when: '20 minutes ago' },
  { id: 3, title: 'Content', text: 'The category “Small gestures” has a new picture.', when: '1 hour ago' },
  {
    id: 4,
    title: 'Feedback',
    text: 'A user liked the evening check-in: “It helped us to listen.”',
    when: '2 hours ago',
  },
  { id: 5, title: 'Trial ends', text: 'Forty free trials end tomorrow.', when: '3 hours ago' },
  {
    id: 6,
    title: 'Support',
    text: 'A question about restoring purchases is waiting for an answer.',
    when: '5 hours ago',
  },
  { id: 7, title: 'App Store', text: 'Version 2.4 of the app was approved.', when: 'Yesterday' },
  { id: 8, title: 'New subscriber', text: 'Twelve people chose the monthly plan.', when: 'Yesterday' },
  { id: 9, title: 'Content', text: 'A listening exercise was read a thousand times.', when: 'Yesterday' },
  { id: 10, title: 'Security', text: 'An administrator signed in from a new place.', when: '2 days ago' },
  { id: 11, title: 'Feedback', text: 'The average rating of this month is 4.7 of 5.', when: '3 days ago' },
  { id: 12, title: 'Maintenance', text: 'Last night’s backup was made and checked.', when: '4 days ago' },
]
