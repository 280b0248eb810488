import { freshServer } from '@rapport/server/fresh-server'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '#testing/render-app.tsx'

const server = freshServer()

async function openPolicy(path: string, title: string) {
  renderApp(path, { fetch: server.fetch })
  await screen.findByRole('heading', { level: 1, name: title })
  return screen.getByRole('main')
}

test('the privacy policy has its sections, each reached from its contents', async () => {
  const text = await openPolicy('/privacy-policy', 'Privacy policy')
  const contents = screen.getByRole('navigation', { name: 'On this page' })
  const headings = ['The data we collect', 'AI providers', 'Purchases through Apple', 'How long we keep it', 'Children']
  for (const heading of [...headings, 'Contact']) {
    const section = within(text).getByRole('region', { name: heading })
    expect(within(contents).getByRole('link', { name: heading })).toHaveAttribute(
      'href',
      `#${section.getAttribute('aria-labelledby')}`,
    )
  }
})

test.each([
  ['/privacy-policy', 'Privacy policy'],
  ['/support-policy', 'Support'],
])('%s states the trial of 2 days and the audience of 16 and over', async (path, title) => {
  const text = await openPolicy(path, title)
  expect(text).toHaveTextContent('free trial of 2 days')
  expect(text).toHaveTextContent('16 and over')
})

test('the support page says when phone and email are answered', async () => {
  const text = await openPolicy('/support-policy', 'Support')
  expect(text).toHaveTextContent('Monday to Friday, 9-5 EST')
  expect(text).toHaveTextContent('within 24-48 hours')
})

test('a policy opened directly links back to sign-in', async () => {
  const { user, router } = renderApp('/privacy-policy', { fetch: server.fetch })
  await user.click(await screen.findByRole('link', { name: 'Back to sign in' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  expect(router.state.location.pathname).toBe('/signin')
})
