import type { ReactNode } from 'react'
import { Picture } from '#ui/images/picture.tsx'
import { Panel } from '#ui/layout/panel.tsx'
import { classNames } from '#ui/primitives/class-names.ts'
import { Skeleton } from '#ui/primitives/skeleton.tsx'
import styles from './card-grid.module.css'
import card from './card.module.css'

interface Props<Item> {
  /** Accessible name of the list. */
  label: string
  /** Undefined while loading; `expectedCards` placeholders are shown instead. */
  items: readonly Item[] | undefined
  expectedCards: number
  renderCard: (item: Item) => ReactNode
  /** Whether cards, and their placeholders, begin with a picture. */
  pictured?: boolean
  /** Lines of text of a placeholder. */
  lines?: number
  /** Message when there are no cards. */
  empty: ReactNode
}

/** A list of cards, as many in a row as fit. The list item of each card has `data-item`. */
export function CardGrid<Item extends { id: string | number }>(props: Props<Item>) {
  const { label, items, expectedCards, renderCard, pictured = false, lines = 1, empty } = props
  if (items?.length === 0) {
    return <Panel>{empty}</Panel>
  }
  return (
    <ul aria-label={label} aria-busy={items === undefined} className={styles['grid']}>
      {items === undefined
        ? Array.from({ length: expectedCards }, (_, index) => (
            <li key={`placeholder-${index}`} className={styles['item']} aria-hidden="true">
              <Placeholder pictured={pictured} lines={lines} />
            </li>
          ))
        : items.map((item) => (
            <li key={item.id} className={styles['item']} data-item={item.id}>
              {renderCard(item)}
            </li>
          ))}
    </ul>
  )
}

const WIDTHS = ['70%', '45%', '85%', '60%', '50%']

function Placeholder({ pictured, lines }: { pictured: boolean; lines: number }) {
  return (
    <div className={classNames(card['card'], pictured && card['pictured'])}>
      {pictured && <Picture src={undefined} alt="" />}
      <div className={card['body']}>
        {WIDTHS.slice(0, lines).map((width) => (
          <p key={width}>
            <Skeleton width={width} />
          </p>
        ))}
      </div>
    </div>
  )
}
