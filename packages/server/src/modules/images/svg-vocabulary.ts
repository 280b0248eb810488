const words = (text: string) => new Set(text.trim().split(/\s+/))

/** Elements of SVG 2 that draw, or describe what is drawn. */
export const KNOWN_ELEMENTS: ReadonlySet<string> = words(`
  svg g a defs symbol use switch title desc style
  path rect circle ellipse line polyline polygon text tspan textPath
  linearGradient radialGradient stop pattern clipPath mask marker filter
  feBlend feColorMatrix feComponentTransfer feComposite feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR
  feGaussianBlur feMerge feMergeNode feMorphology feOffset
`)

/** Their attributes without a namespace: geometry, presentation, and what gradients, masks and filters take. */
const KNOWN_ATTRIBUTES: ReadonlySet<string> = words(`
  id class style version viewBox preserveAspectRatio width height x y x1 x2 y1 y2 cx cy r rx ry fx fy fr d points
  transform pathLength dx dy rotate textLength lengthAdjust startOffset method spacing side
  offset gradientUnits gradientTransform spreadMethod patternUnits patternContentUnits patternTransform
  clipPathUnits maskUnits maskContentUnits markerUnits markerWidth markerHeight orient refX refY
  filterUnits primitiveUnits in in2 result mode type values operator k1 k2 k3 k4 stdDeviation edgeMode radius
  tableValues slope intercept amplitude exponent
  alignment-baseline baseline-shift clip-path clip-rule color color-interpolation color-interpolation-filters
  direction display dominant-baseline enable-background fill fill-opacity fill-rule filter flood-color flood-opacity
  font-family font-size font-size-adjust font-stretch font-style font-variant font-weight image-rendering
  letter-spacing marker marker-end marker-mid marker-start mask mask-type mix-blend-mode opacity overflow paint-order
  shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin
  stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration text-rendering unicode-bidi
  vector-effect visibility word-spacing writing-mode role aria-hidden aria-label
`)

/** Those whose value is a name or a text for people, and nothing that a browser looks into. */
const PLAIN_TEXTS: ReadonlySet<string> = words('id class role aria-hidden aria-label')

/** The value that an attribute without a namespace may stay with: it draws, and brings nothing in from elsewhere. */
export function harmlessAttribute(name: string, value: string): string | undefined {
  if (!KNOWN_ATTRIBUTES.has(name)) return undefined
  return PLAIN_TEXTS.has(name) ? value : harmlessStyle(value)
}

/**
 * A text that can be CSS, without its comments; undefined where it might reach for anything outside the picture. It has no
 * at-rule, no escape that hides a word, no address, and no function that loads but `url(#…)`.
 */
export function harmlessStyle(text: string): string | undefined {
  const css = withoutComments(text)
  const hides = ['@', '\\', '/*', '*/', '//'].some((sign) => css.includes(sign))
  const reaches = /url\s*\((?!\s*["']?#)|image(?:-set)?\s*\(|src\s*\(|expression|javascript|data:/i.test(css)
  return hides || reaches ? undefined : css
}

/** A blank for each comment, which parts words as it does; one within another, or without an end, stays as it is. */
function withoutComments(css: string): string {
  const [before = '', ...rest] = css.split('/*')
  const parts = rest.map((part) => {
    const end = part.indexOf('*/')
    return end === -1 ? `/*${part}` : ` ${part.slice(end + 2)}`
  })
  return [before, ...parts].join('')
}
