import type { Product } from '@rapport/core/entities/products/product.ts'
import type { SignedInServer } from './run-as.ts'

export function productsCsv(count: number, price: number): string {
  const rows = Array.from({ length: count }, (_, index) => `com.example.p${index},Plan ${index},${price},EUR,monthly,0`)
  return ['product_id,name,price,currency,billing_cycle,trial_period_days', ...rows].join('\r\n')
}

/** Fetches the products from the server, without the tool. */
export async function listProducts({ fetch, token }: SignedInServer): Promise<Product[]> {
  const headers = { Authorization: `Bearer ${token}` }
  const response = await fetch(new Request('https://rapport.test/api/admin/subscription-products', { headers }))
  const { data }: { data: Product[] } = JSON.parse(await response.text())
  return data
}
