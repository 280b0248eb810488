import { ArrowLeft } from 'lucide-react'
import { Button } from '#ui/primitives/button.tsx'
import styles from './back-button.module.css'

/** A button above the title of a record that leads back to the list. */
export function BackButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button className={styles['back']} variant="ghost" size="small" icon={<ArrowLeft />} onClick={onClick}>
      {label}
    </Button>
  )
}
