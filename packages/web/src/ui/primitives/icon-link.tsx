import { Link, type LinkProps } from 'react-router-dom'
import { classNames } from './class-names.ts'
import styles from './icon-button.module.css'

interface Props extends LinkProps {
  /** Accessible name, and the tooltip unless `title` is set. */
  label: string
}

/** A link that looks like an icon button. */
export function IconLink({ label, className, ...props }: Props) {
  return (
    <Link
      {...props}
      aria-label={label}
      title={props.title ?? label}
      className={classNames(styles['iconButton'], styles['neutral'], className)}
    />
  )
}
