import { saveTheme, useTheme } from '#platform/theme.ts'
import { MenuChoice } from '#ui/overlays/menu-choice.tsx'

/** A menu item that switches the row height of all tables in this browser. */
export function DensityChoice() {
  const theme = useTheme()
  return (
    <MenuChoice
      label="Comfortable rows"
      checked={theme.density === 'comfortable'}
      onChange={(checked) => saveTheme({ ...theme, density: checked ? 'comfortable' : 'compact' })}
    />
  )
}
