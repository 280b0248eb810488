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

/** Whether an attribute without a namespace may stay: it draws, and brings nothing in from elsewhere. */
export function isKnownAttribute(name: string, value: string): boolean {
  return KNOWN_ATTRIBUTES.has(name) && isHarmlessStyle(value)
}

/**
 * Whether a text can be CSS without reaching for anything outside the picture: no at-rule, no escape that hides a word, no
 * address, and no function that loads but `url(#…)`.
 */
export function isHarmlessStyle(css: string): boolean {
  const hides = css.includes('@') || css.includes('\\') || css.includes('/*') || css.includes('//')
  return !hides && !/url\s*\((?!\s*["']?#)|image(?:-set)?\s*\(|src\s*\(|expression|javascript|data:/i.test(css)
}
