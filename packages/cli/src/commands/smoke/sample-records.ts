export function sampleProduct(name: string) {
  return {
    product_id: name,
    name,
    price: 9.99,
    currency: 'EUR',
    billing_cycle: 'monthly',
    trial_period_days: 0,
  } as const
}

export function samplePosition(name: string, category_id: number | string) {
  const texts = { tips: 'Tips', challenges: 'Challenges', safety_tips: 'Safety tips' }
  return { ...texts, category_id, subcategory_name: name }
}

/** Creates a PNG of one pixel. */
export function pixel(): File {
  const base64 = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  return new File([Buffer.from(base64, 'base64')], 'pixel.png', { type: 'image/png' })
}
