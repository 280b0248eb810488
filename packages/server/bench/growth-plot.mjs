// Plots the time of each kind of request by the number of users, on logarithmic scales.

const WIDTH = 760
const HEIGHT = 420
const LEFT = 60
const RIGHT = 150
const TOP = 20
const BOTTOM = 40
const COLOURS = ['#6c44b6', '#ee6f57', '#16794a', '#1f6feb', '#5d5766']

export function growthPlot(rows, kinds) {
  const users = rows.map((row) => row.users)
  const times = rows.flatMap((row) => kinds.map((kind) => row[kind])).filter(Number.isFinite)
  const x = scale(Math.min(...users), Math.max(...users), LEFT, WIDTH - RIGHT)
  const y = scale(10 ** Math.floor(Math.log10(Math.min(...times))), Math.max(...times), HEIGHT - BOTTOM, TOP)
  const lines = [...new Set(rows.map(({ engine }) => engine))].flatMap((engine) =>
    kinds.map((kind, index) => {
      const points = rows
        .filter((row) => row.engine === engine && Number.isFinite(row[kind]))
        .map((row) => `${x(row.users)},${y(row[kind])}`)
      const dash = engine === 'SQLite' ? '' : ' stroke-dasharray="5 4"'
      return `<polyline fill="none" stroke="${COLOURS[index]}" stroke-width="2"${dash} points="${points.join(' ')}"/>`
    }),
  )
  const counts = powers(users).map(
    (value) => `<text x="${x(value)}" y="${HEIGHT - 16}" text-anchor="middle">${value.toLocaleString('en')}</text>`,
  )
  const milliseconds = powers(times).map(
    (value) =>
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(value)}" y2="${y(value)}" stroke="#ebe8e3"/>` +
      `<text x="${LEFT - 8}" y="${y(value) + 4}" text-anchor="end">${value} ms</text>`,
  )
  const legend = [...kinds.map((kind, index) => [kind, COLOURS[index], '']), ['PostgreSQL', '#1c1724', '5 4']].map(
    ([name, colour, dash], index) =>
      `<line x1="${WIDTH - RIGHT + 20}" x2="${WIDTH - RIGHT + 44}" y1="${TOP + 20 * index}" y2="${TOP + 20 * index}" ` +
      `stroke="${colour}" stroke-width="2" stroke-dasharray="${dash}"/>` +
      `<text x="${WIDTH - RIGHT + 52}" y="${TOP + 4 + 20 * index}">${name}</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" fill="#1c1724">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
${[...milliseconds, ...counts, ...lines, ...legend].join('\n')}
</svg>
`
}

function scale(from, to, start, end) {
  const span = Math.log10(to) - Math.log10(from) || 1
  return (value) => Math.round(start + ((Math.log10(value) - Math.log10(from)) / span) * (end - start))
}

function powers(values) {
  const [least, most] = [Math.min(...values), Math.max(...values)].map(Math.log10)
  return Array.from({ length: Math.floor(most) - Math.ceil(least) + 1 }, (_, index) => 10 ** (Math.ceil(least) + index))
}
