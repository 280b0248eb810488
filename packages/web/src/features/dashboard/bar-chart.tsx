import { format } from 'date-fns'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import styles from './bar-chart.module.css'

interface Bar {
  name: string
  at: Date
  value: number
  /** The value as it is shown. */
  text: string
}

interface Props {
  /** Describes the chart to screen readers. */
  label: string
  bars: readonly Bar[]
  unit: 'day' | 'week' | 'month'
  /** Called with the bar that was clicked. */
  onChoose: (index: number) => void
}

const HEIGHT = 220
const WIDEST_BAR = 42

/** Bars over time, in the colours of the theme. */
export function BarChart({ label, bars, unit, onChoose }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [hovered, setHovered] = useState<{ index: number; left: number }>()
  const choose = useEffectEvent(onChoose)

  useEffect(() => {
    const element = box.current
    // Without canvas support the admin can still use the table.
    if (!element || !document.createElement('canvas').getContext('2d')) return undefined
    const chart = new UPlot(optionsOf(element, bars, unit, setHovered), dataOf(bars), element)
    const click = () => {
      if (typeof chart.cursor.idx === 'number') choose(chart.cursor.idx)
    }
    chart.over.addEventListener('click', click)
    const resized = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height: HEIGHT }))
    resized.observe(element)
    const forget = onLookChange(() => chart.redraw(false))
    return () => {
      forget()
      resized.disconnect()
      chart.destroy()
    }
  }, [bars, unit])

  const bar = hovered && bars[hovered.index]
  return (
    <div className={styles['chart']} role="img" aria-label={label}>
      <div ref={box} className={styles['box']} />
      {bar && (
        <div className={styles['tip']} style={{ left: hovered.left }}>
          <strong>{bar.text}</strong> {bar.name}
        </div>
      )}
    </div>
  )
}

function dataOf(bars: readonly Bar[]): UPlot.AlignedData {
  return [bars.map((_, index) => index), bars.map(({ value }) => value)]
}

function optionsOf(
  element: HTMLElement,
  bars: readonly Bar[],
  unit: Props['unit'],
  onHover: (hovered: { index: number; left: number } | undefined) => void,
): UPlot.Options {
  const style = getComputedStyle(element)
  const font = `12px ${style.fontFamily}`
  const text = () => getComputedStyle(element).color
  const paths = UPlot.paths.bars?.({ size: [0.68, WIDEST_BAR], radius: 0.25 })
  return {
    width: element.clientWidth,
    height: HEIGHT,
    padding: [8, 24, 0, 0],
    legend: { show: false },
    cursor: { x: false, y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: {
      x: { time: false, range: [-0.6, bars.length - 0.4] },
      y: { range: (_, __, max) => [0, Math.max(4, Math.ceil(max * 1.1))] },
    },
    series: [
      {},
      {
        fill: () => getComputedStyle(element).fill,
        ...(paths && { paths }),
        points: { show: false },
      },
    ],
    axes: [
      {
        font,
        size: 30,
        stroke: text,
        grid: { show: false },
        ticks: { show: false },
        splits: () => labelled(bars.length, element.clientWidth),
        values: (_, splits) => splits.map((index) => tickOf(bars[index], unit)),
      },
      {
        font,
        size: 44,
        stroke: text,
        grid: { stroke: () => getComputedStyle(element).stroke, width: 1 },
        ticks: { show: false },
        incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6],
      },
    ],
    hooks: {
      setCursor: [
        (chart) => {
          const { idx, left = -1 } = chart.cursor
          if (typeof idx !== 'number' || left < 0) return onHover(undefined)
          return onHover({ index: idx, left: chart.over.offsetLeft + chart.valToPos(idx, 'x') })
        },
      ],
    },
  }
}

/** Room for a date, in CSS pixels. */
const LABEL_WIDTH = 64

/** Which bars are named: evenly spaced, the last among them. */
function labelled(count: number, width: number): number[] {
  const step = Math.max(1, Math.ceil((count * LABEL_WIDTH) / Math.max(1, width)))
  return Array.from({ length: count }, (_, index) => index).filter((index) => (count - 1 - index) % step === 0)
}

function tickOf(bar: Bar | undefined, unit: Props['unit']): string {
  return bar ? format(bar.at, unit === 'month' ? 'MMM yy' : 'd MMM') : ''
}

/** Calls back when the page's colours change: by the settings, or with the system. Returns the way to stop. */
function onLookChange(listener: () => void): () => void {
  const attributes = new MutationObserver(listener)
  attributes.observe(document.documentElement, { attributeFilter: ['style', 'data-theme'] })
  const system = matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', listener)
  return () => {
    attributes.disconnect()
    system.removeEventListener('change', listener)
  }
}
