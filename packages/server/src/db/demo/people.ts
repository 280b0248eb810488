import { DAY } from '#server/domain/time.ts'
import type { NewUser } from '../user-row.ts'
import { type Random, seededRandom } from './random.ts'

const DAYS_BACK = 3 * 365
const SEED = 20_260_402

/** How many days ago the newest users joined, so that every range of dates finds some. */
const RECENT_DAYS_AGO = [0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 8, 10, 13]

// oxfmt-ignore
const FIRST_NAMES = {
  female: ['Aisha', 'Amélie', 'Aoife', 'Beatriz', 'Camille', 'Chiara', 'Chloé', 'Elena', 'Elif', 'Emma', 'Fatima', 'Giulia', 'Grace', 'Hana', 'Ines', 'Jasmin', 'Julia', 'Katarzyna', 'Leila', 'Lucía', 'Magdalena', 'Maria', 'Mei', 'Mila', 'Nadia', 'Niamh', 'Olga', 'Paula', 'Priya', 'Renée', 'Sofia', 'Zoë'],
  male: ['Alejandro', 'Anders', 'Björn', 'Carlos', 'Daniel', 'Dmitri', 'Erik', 'Finn', 'Hassan', 'Ivan', 'Jakub', 'James', 'João', 'Kaito', 'Lars', 'Liam', 'Luis', 'Malik', 'Mateo', 'Mohammed', 'Noah', 'Oliver', 'Petr', 'Rafael', 'Samir', 'Søren', 'Tomás'],
  'non-binary': ['Alex', 'Charlie', 'Jules', 'Kim', 'Noor', 'Robin', 'Sam', 'Yuki'],
} as const
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

/**
 * Yields sample adults who joined within the last three years, some with fields left out. Their numbers, from
 * `firstNumber`, make their email addresses unique.
 */
export function* demoPeople(count: number, now: Date, firstNumber = 1): Generator<NewUser> {
  const random = seededRandom(SEED + firstNumber - 1)
  const joinTimes = new Float64Array(count)
  for (let index = 0; index < count; index += 1) joinTimes[index] = joinedAt(random, index, now).getTime()
  joinTimes.sort()
  for (const [index, instant] of joinTimes.entries()) yield demoPerson(random, firstNumber + index, new Date(instant))
}

function demoPerson(random: Random, number: number, joined_at: Date): NewUser {
  const gender = random.pick(GENDERS)
  const firstName = random.pick<string>(FIRST_NAMES[gender])
  const lastName = random.pick(LAST_NAMES)
  const isNamed = random.chance(0.94)
  const roleDraw = random.next()
  return {
    email: `${mailName(firstName)}.${mailName(lastName)}${number}@${random.pick(MAIL_HOSTS)}`,
    first_name: isNamed ? firstName : null,
    last_name: isNamed && random.chance(0.97) ? lastName : null,
    age: random.chance(0.92) ? random.integer(18, random.chance(0.7) ? 45 : 80) : null,
    gender: random.chance(0.92) ? gender : null,
    status: random.pick(STATUSES),
    role: roleDraw < 0.3 ? 'admin' : roleDraw < 0.9 ? 'user' : null,
    profile_completed: isNamed && random.chance(0.8),
    created_at: joined_at,
    joined_at,
  }
}

/** Draws a time of joining; recent ones are more likely. */
function joinedAt(random: Random, index: number, now: Date): Date {
  const daysAgo = RECENT_DAYS_AGO[index] ?? Math.floor(random.next() ** 1.5 * DAYS_BACK)
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo).getTime()
  const dayMs = daysAgo === 0 ? now.getTime() - midnight : DAY
  return new Date(Math.min(now.getTime(), midnight + Math.floor(random.next() * dayMs)))
}

function mailName(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll('ø', 'o')
    .replaceAll('ı', 'i')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()
}
