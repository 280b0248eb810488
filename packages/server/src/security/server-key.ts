import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes } from 'node:crypto'

/** The server's secret key: without it, its digests cannot be guessed from the database. */
export interface ServerKey {
  /** Returns the HMAC-SHA256 of a purpose and its parts, in base64url. */
  mac: (purpose: string, ...parts: readonly (string | number)[]) => string
  /** Encrypts a text for one owner (AES-256-GCM), in base64url. */
  seal: (owner: string, text: string) => string
  /** Decrypts; throws for another owner or another key. */
  open: (owner: string, sealed: string) => string
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export function createServerKey(secret: Buffer): ServerKey {
  // Node takes six times as long to make a digest with a buffer.
  const macKey = createSecretKey(secret)
  const sealingKey = Buffer.from(hkdfSync('sha256', secret, '', 'seal', 32))
  return {
    // JSON keeps different lists of parts distinct.
    mac: (...parts) => createHmac('sha256', macKey).update(JSON.stringify(parts)).digest('base64url'),
    seal(owner, text) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, sealingKey, nonce).setAAD(Buffer.from(owner))
      const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64url')
    },
    open(owner, sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
      const decipher = createDecipheriv(CIPHER, sealingKey, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
      return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}
