import {
  ChartColumn,
  DatabaseBackup,
  Hourglass,
  Image,
  LifeBuoy,
  MessageSquareHeart,
  ShieldCheck,
  Smartphone,
  UserRoundPlus,
  type LucideIcon,
} from 'lucide-react'
import type { ComponentProps } from 'react'
import type { KindIcon } from '#ui/primitives/kind-icon.tsx'

export interface Kind {
  title: string
  icon: LucideIcon
  tone?: ComponentProps<typeof KindIcon>['tone']
}

export const KINDS = {
  report: { title: 'Weekly report', icon: ChartColumn },
  subscriber: { title: 'New subscriber', icon: UserRoundPlus, tone: 'added' },
  content: { title: 'Content', icon: Image },
  feedback: { title: 'Feedback', icon: MessageSquareHeart },
  trial: { title: 'Trial ends', icon: Hourglass },
  support: { title: 'Support', icon: LifeBuoy },
  store: { title: 'App Store', icon: Smartphone },
  security: { title: 'Security', icon: ShieldCheck },
  maintenance: { title: 'Maintenance', icon: DatabaseBackup },
} as const satisfies Record<string, Kind>

export interface Notification {
  id: number
  kind: keyof typeof KINDS
  text: string
  day: string
  /** Displayed time as text, since the sample has no clock. */
  when: string
}

/** Twelve sample notifications (specification, section 2: notifications). */
export const SAMPLE_NOTIFICATIONS: readonly Notification[] = (
  [
    ['report', 'Sign-ups rose for the third week in a row.', 'Today', '5 minutes ago'],
    ['subscriber', 'A trial became a yearly plan.', 'Today', '20 minutes ago'],
    ['content', 'The category “Small gestures” has a new picture.', 'Today', '1 hour ago'],
    ['feedback', 'A user liked the evening check-in: “It helped us to listen.”', 'Today', '2 hours ago'],
    ['trial', 'Forty free trials end tomorrow.', 'Today', '3 hours ago'],
    ['support', 'A question about restoring purchases is waiting for an answer.', 'Today', '5 hours ago'],
    ['store', 'Version 2.4 of the app was approved.', 'Yesterday', '21:05'],
    ['subscriber', 'Twelve people chose the monthly plan.', 'Yesterday', '16:40'],
    ['content', 'A listening exercise was read a thousand times.', 'Yesterday', '09:15'],
    ['security', 'An administrator signed in from a new location.', 'Earlier', '2 days ago'],
    ['feedback', 'The average rating of this month is 4.7 of 5.', 'Earlier', '3 days ago'],
    ['maintenance', 'Last night’s backup was made and checked.', 'Earlier', '4 days ago'],
  ] as const
).map(([kind, text, day, when], index) => ({ id: index + 1, kind, text, day, when }))
