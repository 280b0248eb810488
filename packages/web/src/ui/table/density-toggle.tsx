import { Rows2, Rows3 } from 'lucide-react'
import { saveTheme, useTheme } from '#platform/theme.ts'
import { IconButton } from '#ui/primitives/icon-button.tsx'

/** Switches between compact and comfortable rows, for all tables of this browser. */
export function DensityToggle() {
  const theme = useTheme()
  const isComfortable = theme.density === 'comfortable'
  return (
    <IconButton
      label="Comfortable rows"
      aria-pressed={isComfortable}
      onClick={() => saveTheme({ ...theme, density: isComfortable ? 'compact' : 'comfortable' })}
    >
      {isComfortable ? <Rows2 aria-hidden="true" /> : <Rows3 aria-hidden="true" />}
    </IconButton>
  )
}
