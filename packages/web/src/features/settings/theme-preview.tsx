import { useEffect } from 'react'
import { logFailure } from '#platform/log-failure.ts'
import { loadFont, themeVariables, type Theme } from '#platform/theme.ts'
import { Button } from '#ui/primitives/button.tsx'
import { Brand } from '#ui/brand/brand.tsx'
import styles from './theme-preview.module.css'

/** A small console in the look that is being chosen, beside the form. */
export function ThemePreview({ theme }: { theme: Theme }) {
  const { font } = theme
  useEffect(() => {
    loadFont(font).catch((error: unknown) => logFailure('The font could not be loaded.', error))
  }, [font])
  return (
    <section
      className={styles['preview']}
      aria-label="Preview"
      data-theme-preview=""
      data-theme={theme.scheme === 'system' ? undefined : theme.scheme}
      style={previewStyle(theme)}
    >
      <div className={styles['side']} aria-hidden="true">
        <Brand logo={theme.logo} />
        <span className={styles['current']}>Dashboard</span>
        <span>User</span>
        <span>Category</span>
      </div>
      <div className={styles['page']}>
        <p className={styles['heading']}>Heading</p>
        <p>Body text: twelve people joined today, and four of them chose Pro.</p>
        <p className={styles['link']}>A link to more</p>
        <Button variant="primary" tabIndex={-1} aria-hidden="true">
          Button
        </Button>
      </div>
    </section>
  )
}

function previewStyle(theme: Theme): Record<`--${string}`, string> {
  return {
    ...themeVariables(theme),
    '--preview-size': `${theme.bodySize}px`,
    '--preview-heading': `${theme.headingSize}px`,
  }
}
