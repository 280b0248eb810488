import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { EXTENSIONS } from '@rapport/core/api/operations.ts'
import { formOf } from '@rapport/server/form'
import { freshServer } from '@rapport/server/fresh-server'
import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { callApi } from '#testing/call-api.ts'
import { pngFile } from '#testing/image-files.ts'
import { renderApp } from '#testing/render-app.tsx'
import { toolShell } from '#testing/shell.ts'

const shell = toolShell()
const server = freshServer()
let api: { url: string; token: string }
beforeEach(listen)

async function listen() {
  api = { url: await server.listen(), token: server.token }
}

const open = (route: string) => renderApp(route, server)

const NAME = 'Copy as command'

/** Chooses the entry in the menu of the header. */
async function pressCopy(user: UserEvent) {
  await user.click(await screen.findByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: NAME }))
}

/** Returns the command that is copied. */
async function copy(user: UserEvent, press = pressCopy): Promise<string> {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockReset()
  await press(user)
  await waitFor(() => expect(write).toHaveBeenCalledOnce())
  const [line = ''] = write.mock.lastCall ?? []
  // The toast shows the command.
  expect((await screen.findByText(/^Command copied\./)).nextElementSibling).toHaveTextContent(line, {
    normalizeWhitespace: false,
  })
  return line
}
const runAsJson = async (line: string) => JSON.parse(await shell.run(`${line} --json`, api))

async function addUsers(...names: string[]) {
  for (const [index, first_name] of names.entries()) {
    await server.addUser({ first_name, last_name: 'Test', email: `user${index}@example.org` })
  }
}

const call = async <Data,>(operation: Parameters<typeof callApi>[1], body?: object) =>
  callApi<Data>(server, operation, body)

type Row = Record<string, string> & { id: number }
const LISTS = { categories: 'categories', positions: 'subcategories', products: 'subscription-products' }
const fetchRows = async (noun: keyof typeof LISTS) => call<Row[]>(`GET ${LISTS[noun]}`)

async function addCatalogue() {
  const image = pngFile('picture.png')
  writeFileSync(path.join(shell.folder(), image.name), await image.bytes())
  const ids = new Map<string, number>()
  for (const category_name of ['Trust', '-7', 'Play']) {
    const { id } = await call<{ id: number }>('POST category', formOf({ category_name, category_image: image }))
    ids.set(category_name, id)
  }
  for (const [subcategory_name, category] of [
    ['Listening', 'Trust'],
    ['Listing', 'Play'],
    ['Talking', 'Trust'],
  ] as const) {
    const category_id = ids.get(category) ?? 0
    await call('POST subcategory', formOf({ category_id, subcategory_name, sub_cat_image: image }))
  }
}

describe('users', () => {
  const rows = () => screen.getAllByRole('checkbox', { name: /^Select .+ Test$/ }).map((box) => box.ariaLabel)

  test('the command lists the users that the dashboard counts as sign-ups', async () => {
    await addUsers('Ada')
    const joined_date = '2020-02-29T12:00:00Z'
    await server.addUser({ first_name: 'Old', last_name: 'Test', email: 'old@example.org', joined_date })
    const { user } = open('/dashboard?range=2020-02-01..2020-03-01')
    const line = await copy(user)
    expect(line).toBe('rapport users list --from 2020-02-01 --to 2020-03-01')
    expect(await runAsJson(line)).toMatchObject([{ first_name: 'Old' }])
  })

  test.each([
    ['with paging', EXTENSIONS],
    ['of the plain contract', []],
  ])('the command lists the users that the filters show, in their order, on a server %s', async (_, extensions) => {
    await server.restart({ extensions })
    await listen()
    await addUsers('Cleo', 'Ada', 'Ben')
    await server.addUser({ first_name: 'Dora', last_name: 'Test', email: 'd@example.org', status: 'inactive' })
    const joined_date = '2020-02-29T12:00:00Z'
    await server.addUser({ first_name: 'Old', last_name: 'Test', email: 'old@example.org', joined_date })
    const { user } = open(
      '/User?range=2020-03-01..2040-12-31&search=test&status=active&status=pending&role=user&age_to=15&age_not_set=true&sort=-name',
    )
    await screen.findByText('Showing 3 out of 3')
    const line = await copy(user)
    expect(line).toBe(
      'rapport users list --search test --status active,pending --role user --age-to 15 --age-not-set --from 2020-03-01 --to 2040-12-31 --sort=-name',
    )
    const listed = (await runAsJson(line)).map(({ first_name }: { first_name: string }) => `Select ${first_name} Test`)
    expect(listed).toEqual(['Select Cleo Test', 'Select Ben Test', 'Select Ada Test'])
    expect(rows()).toEqual(listed)
  })

  test('a command with control characters, which a terminal could take for keys, is not copied', async () => {
    const { user } = open(`/User?range=all&search=${encodeURIComponent('\u001B[201~\nid')}`)
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockReset()
    await pressCopy(user)
    expect(await screen.findAllByText(/^No command was copied/)).not.toEqual([])
    expect(write).not.toHaveBeenCalled()
  })
})

describe('the catalogue', () => {
  beforeEach(addCatalogue)

  test('the command lists the positions of a search and a category', async () => {
    const trust = (await fetchRows('categories')).find(({ slug }) => slug === 'trust')
    const { user } = open(`/Kamasutra?category=${trust?.id}&search=LIS`)
    await screen.findByText('Showing 1 out of 1')
    const line = await copy(user)
    expect(line).toBe(`rapport positions list --search LIS --category id:${trust?.id}`)
    expect(await runAsJson(line)).toMatchObject([{ subcategory_name: 'Listening' }])
  })

  test('the command lists the categories of a search, from the menu and from the palette', async () => {
    const { user } = open('/Category?search=-7')
    await screen.findByText('Showing 1 out of 1')
    const line = await copy(user)
    expect(await runAsJson(line)).toMatchObject([{ category_name: '-7' }])
    const fromPalette = async () => {
      await user.keyboard('{Control>}k{/Control}')
      await user.type(await screen.findByRole('combobox', { name: /^Search screens/ }), 'copy as')
      await user.click(await screen.findByRole('option', { name: NAME }))
    }
    expect(await copy(user, fromPalette)).toBe(line)
  })
})
