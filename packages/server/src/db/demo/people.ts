import type { NewUser } from '../user-row.ts'
import { type Random, seededRandom } from './random.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const DAYS_BACK = 3 * 365
const SEED = 20_260_401

/** How many days ago the first of them joined, so that every range of dates finds somebody. */
const RECENT = [0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 8, 10, 13]

// oxfmt-ignore
const FIRST_NAMES = ['Aisha', 'Alejandro', 'Amélie', 'Anders', 'Aoife', 'Beatriz', 'Björn', 'Camille', 'Carlos', 'Chiara', 'Chloé', 'Daniel', 'Dmitri', 'Elena', 'Elif', 'Emma', 'Erik', 'Fatima', 'Finn', 'Giulia', 'Grace', 'Hana', 'Hassan', 'Ines', 'Ivan', 'Jakub', 'James', 'Jasmin', 'João', 'Julia', 'Kaito', 'Katarzyna', 'Lars', 'Leila', 'Liam', 'Lucía', 'Luis', 'Magdalena', 'Malik', 'Maria', 'Mateo', 'Mei', 'Mila', 'Mohammed', 'Nadia', 'Niamh', 'Noah', 'Olga', 'Oliver', 'Paula', 'Petr', 'Priya', 'Rafael', 'Renée', 'Samir', 'Sofia', 'Søren', 'Tomás', 'Yuki', 'Zoë'] as const
// oxfmt-ignore
const LAST_NAMES = ['Almeida', 'Andersson', 'Bauer', 'Bianchi', 'Björk', 'Brown', 'Castillo', 'Chen', 'Costa', 'Dubois', 'Eriksen', 'Fernández', 'Fischer', 'García', 'Haddad', 'Hansen', 'Horvat', 'Ivanova', 'Jensen', 'Johnson', 'Kaya', 'Khan', 'Kowalska', 'Laurent', 'Lindqvist', 'López', 'Martin', 'Meyer', 'Moreau', 'Müller', 'Murphy', 'Nakamura', 'Ndiaye', 'Nguyen', 'Novák', 'O’Brien', 'Okafor', 'Patel', 'Petrov', 'Popescu', 'Rossi', 'Sato', 'Schmidt', 'Silva', 'Singh', 'Smith', 'Šimić', 'Tanaka', 'Taylor', 'Virtanen', 'Wagner', 'Walsh', 'Weber', 'Yılmaz'] as const
const GENDERS = ['female', 'female', 'male', 'male', 'female', 'male', 'non-binary'] as const
const STATUSES = [
  'active',
  'active',
  'active',
  'active',
  'active',
  'active',
  'inactive',
  'suspended',
  'pending',
] as const
const MAIL_HOSTS = ['example.com', 'example.org', 'example.net'] as const

/** Made-up users of the app, adults all, who joined from today back over three years; some have left gaps. */
export function demoPeople(count: number, now: Date): NewUser[] {
  const random = seededRandom(SEED)
  const joined = Array.from({ length: count }, (_, index) => joinedAt(random, index, now))
  joined.sort((a, b) => a.getTime() - b.getTime())
  return joined.map((joined_at, index) => demoPerson(random, index + 1, joined_at))
}

function demoPerson(random: Random, number: number, joined_at: Date): NewUser {
  const first = random.pick(FIRST_NAMES)
  const last = random.pick(LAST_NAMES)
  const isNamed = random.chance(0.94)
  const plan = random.next()
  return {
    email: `${mailName(first)}.${mailName(last)}${number}@${random.pick(MAIL_HOSTS)}`,
    first_name: isNamed ? first : null,
    last_name: isNamed && random.chance(0.97) ? last : null,
    age: random.chance(0.92) ? random.integer(18, random.chance(0.7) ? 45 : 80) : null,
    gender: random.chance(0.92) ? random.pick(GENDERS) : null,
    status: random.pick(STATUSES),
    role: plan < 0.3 ? 'admin' : plan < 0.9 ? 'user' : null,
    profile_completed: isNamed && random.chance(0.8),
    created_at: joined_at,
    joined_at,
  }
}

/** A time of that day that has already been; more people joined lately than long ago. */
function joinedAt(random: Random, index: number, now: Date): Date {
  const daysAgo = RECENT[index] ?? Math.floor(random.next() ** 1.5 * DAYS_BACK)
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo).getTime()
  const length = daysAgo === 0 ? now.getTime() - midnight : DAY_MS
  return new Date(Math.min(now.getTime(), midnight + Math.floor(random.next() * length)))
}

function mailName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()
}
