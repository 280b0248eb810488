import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import styles from './tabs.module.css'

interface Props {
  value: string
  onChange: (value: string) => void
  tabs: readonly { value: string; label: string; panel: ReactNode }[]
}

/** Switches between views. The first stays mounted, so that a form in it keeps its state. */
export function Tabs({ value: chosen, onChange, tabs }: Props) {
  return (
    <BaseTabs.Root value={chosen} onValueChange={(value) => onChange(String(value))}>
      <BaseTabs.List className={styles['tabs']} activateOnFocus>
        {tabs.map(({ value, label }) => (
          <BaseTabs.Tab key={value} value={value} className={styles['tab']}>
            {label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {tabs.map(({ value, panel }, index) => (
        <BaseTabs.Panel key={value} value={value} keepMounted={index === 0}>
          {panel}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  )
}
