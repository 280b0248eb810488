import { expect, it } from 'vitest'
import { newPasswordProblem } from './new-password.ts'

const OWNER = { email: 'lovelace@analytical.example', firstName: 'Ada', lastName: 'Byron' }

it.each([
  'correct horse battery staple',
  'xk7#Qm2p',
  'çağlayan1903 gün',
  'ада любит числа',
  '🦜🦜🦊🦊🐝🐝🐌🐌',
  'ada loves long walks',
  'p'.repeat(4) + 'q'.repeat(60) + 'r'.repeat(64),
])('accepts %s', async (password) => {
  expect(await newPasswordProblem(password, OWNER)).toBeUndefined()
})

it.each([
  ['xk7#Qm2', 'at least 8 characters'],
  // Seven characters, typed as fourteen code points.
  ['é'.normalize('NFD').repeat(7), 'at least 8 characters'],
  ['🦜🦊🐝🐌', 'at least 8 characters'],
  ['ab'.repeat(65), 'at most 128 characters'],
  ['password1', 'too common'],
  ['IloveYou', 'too common'],
  ['1234567890', 'too common'],
  ['aaaaaaaaaaaaaaaaaaa', 'too common'],
  ['Rapport2026!', 'little more than a name'],
  ['admin-rapport', 'little more than a name'],
  ['lovelace.1815', 'little more than a name'],
  ['AdaByron1815', 'little more than a name'],
])('refuses %s', async (password, why) => {
  expect(await newPasswordProblem(password, OWNER)).toContain(why)
})
