import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { IconButton } from '#ui/primitives/icon-button.tsx'
import { TextField } from './text-field.tsx'

type Props = Omit<ComponentProps<typeof TextField>, 'type' | 'trailing'>

/** A password input with a button that shows and hides what is typed. */
export function PasswordField(props: Props) {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <IconButton
          label={shown ? 'Hide password' : 'Show password'}
          icon={shown ? EyeOff : Eye}
          isSmall
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
