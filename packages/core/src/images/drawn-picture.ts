// Figures are paths in a square of 24; most come from Lucide (ISC licence).
const HEART =
  'M12 20.5 4.7 13.5C1.5 10.5 1.5 6.3 4.5 4.3 7.3 2.5 10.5 3.7 12 6.2c1.5-2.5 4.7-3.7 7.5-1.900 3 2 3 6.2-.2 9.2z'
/** Two bubbles, two cups, an ear, a feather, a moon, an anchor, the sun behind a cloud, and a bed. */
const MOTIFS = [
  'M16 10a2 2 0 0 1-2 2H6.83a2 2 0 0 0-1.41 .59l-2.2 2.2A.71 .71 0 0 1 2 14.29V4a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2zM20 9a2 2 0 0 1 2 2v10.29a.71 .71 0 0 1-1.21 .5l-2.2-2.2A2 2 0 0 0 17.17 19H10a2 2 0 0 1-2-2v-1',
  'M3.37 8.57h-.5a2 2 0 1 0 0 3.99h.5M10.35 8.57h-6.98v4.49a2 2 0 0 0 2 2H8.36a2 2 0 0 0 2-2zM7.86 5.58v1M5.86 5.58v1M20.84 12.87h.5a2 2 0 1 1 0 3.99h-.5M13.86 12.87h6.98v4.49a2 2 0 0 1-2 2H15.86a2 2 0 0 1-2-2zM16.35 9.88v1M18.35 9.88v1',
  'M6 8.5a6.5 6.5 0 1 1 13 0c0 6-6 6-6 10a3.5 3.5 0 1 1-7 0M15 8.5a2.5 2.5 0 0 0-5 0v1a2 2 0 1 1 0 4',
  'M14.09 18.41A2 2 0 0 1 12.67 19H5v-7.67a2 2 0 0 1 .59-1.41L11.75 3.75a6 6 0 1 1 8.49 8.49zM16 8L2 22M17.49 15H9',
  'M18 5h4M20 3v4M20.99 12.49a9 9 0 1 1-9.47-9.47c.41-.02 .62 .46 .4 .8a6 6 0 0 0 8.27 8.27c.34-.21 .83 0 .8 .4',
  'M12 6v16M19 13l2-1a9 9 0 0 1-18 0l2 1M9 11h6M10 4a2 2 0 1 0 4 0a2 2 0 1 0-4 0',
  'M12 2v2M4.93 4.93l1.41 1.41M20 12h2M19.07 4.93l-1.41 1.41M15.95 12.65a4 4 0 0 0-5.92-4.13M13 22H7a5 5 0 1 1 4.9-6H13a3 3 0 0 1 0 6z',
  'M2 20v-8a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2v8M4 10V6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v4M12 4v6M2 18h20',
] as const

/** Colours of the ground, of the shape behind and its figure, of the shape in front and its figure, and of the accent. */
const PALETTES = [
  ['#6c44b6', '#8a68c8', '#f3edfb', '#ffffff', '#54309a', '#ff8d74'],
  ['#fbecd3', '#f3d39f', '#7a4d10', '#fffdf8', '#6b3d1e', '#ee6f57'],
  ['#e9e1f7', '#c9b6ea', '#54309a', '#ffffff', '#54309a', '#ee6f57'],
  ['#f6dce8', '#e6adc7', '#7a2450', '#ffffff', '#6d2049', '#6c44b6'],
  ['#fbd9cf', '#f4a795', '#8c3524', '#ffffff', '#7d2f3e', '#6c44b6'],
  ['#33245a', '#55417f', '#e4d9f5', '#f8f4fd', '#3b2766', '#ff8d74'],
  ['#efe9e0', '#f2998a', '#6e2415', '#ffffff', '#54309a', '#6c44b6'],
  ['#b49bdf', '#d3c3f0', '#43257f', '#ffffff', '#43257f', '#ee6f57'],
] as const

/** A shape around 0, 0: its path, and where it is. A negative scale mirrors it. */
type Shape = readonly [path: string, x: number, y: number, scale: number]

const BUBBLE =
  'M0-101C64-101 114-56 114 0S64 101 0 101c-12 0-24-2-34-5l-48 25c-6 4-13-1-12-8l7-49c-17-18-27-40-27-64C-114-56-64-101 0-101z'
const DISC = 'M0-104a104 104 0 0 1 0 208a104 104 0 0 1 0-208z'
const ARCH = 'M-88 110V-10a88 88 0 0 1 176 0V110a8 8 0 0 1-8 8H-80a8 8 0 0 1-8-8z'
/** The shapes in front, and those behind them. */
const FRONT_SHAPES: readonly Shape[] = [
  [BUBBLE, 188, 168, 1],
  [BUBBLE, 292, 164, -1],
  [DISC, 206, 186, 1.08],
  [DISC, 276, 182, 1.08],
  [ARCH, 196, 190, 1.12],
  [ARCH, 286, 190, 1.12],
]
const BACK_SHAPES: readonly Shape[] = [
  [BUBBLE, 348, 226, -0.82],
  [BUBBLE, 132, 228, 0.82],
  [BUBBLE, 366, 120, -0.66],
  [DISC, 110, 242, 0.68],
  [DISC, 352, 168, 0.74],
  [BUBBLE, 132, 178, 0.72],
]

/**
 * Draws the picture of a record without an image, as an SVG of 480 × 360: the motif of its category and, if given,
 * a figure of its own. The same ids give the same picture.
 */
export function drawPicture(id: number | string, categoryId = id, figure?: string): string {
  const seed = toNumber(id)
  const motif = pick(MOTIFS, toNumber(categoryId))
  const [ground, back, backInk, front, ink, accent] = pick(PALETTES, seed)
  const composition = 5 * seed + Math.floor(seed / PALETTES.length)
  const [shape, shapeBehind] = [pick(FRONT_SHAPES, composition), pick(BACK_SHAPES, composition)]
  const [, x, y] = shape
  const turn = (seed * 2.4) % (2 * Math.PI)
  const circle = (radius: number, angle: number, r: number) =>
    `<circle cx="${Math.round(x + radius * Math.cos(angle))}" cy="${Math.round(y + radius * Math.sin(angle))}" r="${r}"/>`
  const light = ['#6c44b6', '#33245a', '#b49bdf'].includes(ground) ? '#fff' : ink
  const rings = [150, 200, 250].map((radius) => circle(0, 0, radius)).join('')
  // The accent is on the side away from the shape behind.
  const accentAngle = (x < 240 ? Math.PI : 0) + Math.sin(turn)
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 360" width="480" height="360" stroke-width="1.5">',
    `<path fill="${ground}" d="M0 0h480v360H0z"/>`,
    `<g fill="none" stroke="${light}" stroke-opacity=".15">${rings}</g>`,
    `<g fill="${light}" fill-opacity=".5">${circle(200, turn, 4)}${circle(250, 2 * turn, 3)}</g>`,
    `<g fill="${accent}">${circle(170, accentAngle, 9)}</g>`,
    drawShape(shapeBehind, back),
    figure === undefined
      ? `<path fill="${accent}" ${inside(shapeBehind, 4)} d="${HEART}"/>`
      : drawFigure(motif, shapeBehind, 4.8, backInk),
    drawShape(shape, front),
    drawFigure(figure ?? motif, shape, 5.4, ink),
    '</svg>',
  ].join('')
}

function drawShape([path, x, y, scale]: Shape, fill: string): string {
  return `<path fill="${fill}" transform="translate(${x} ${y})scale(${scale} ${Math.abs(scale)})" d="${path}"/>`
}

function drawFigure(path: string, shape: Shape, size: number, stroke: string): string {
  return `<path fill="none" stroke="${stroke}" stroke-linecap="round" stroke-linejoin="round" ${inside(shape, size)} d="${path}"/>`
}

/** Places a figure in the middle of a shape. */
function inside([, x, y, shapeScale]: Shape, size: number): string {
  const scale = size * Math.abs(shapeScale)
  return `transform="translate(${Math.round(x - 12 * scale)} ${Math.round(y - 12 * scale)})scale(${scale.toFixed(2)})"`
}

function toNumber(id: number | string): number {
  let sum = 0
  for (const letter of String(id)) sum = (31 * sum + (letter.codePointAt(0) ?? 0)) % 1_000_003
  return Number.isSafeInteger(id) && Number(id) >= 0 ? Number(id) : sum
}

function pick<T>(values: readonly [T, ...T[]] | readonly T[], index: number): T {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no list is empty
  return values[index % values.length] as T
}
