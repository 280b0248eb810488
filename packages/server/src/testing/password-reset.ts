import { anonymous, type CallResponse, withToken } from './call.ts'
import type { Reachable, TestServer } from './start.ts'

export function forgotPassword(server: Reachable, email: string): Promise<CallResponse> {
  return anonymous(server)('POST', '/api/admin/forgot-password', { email })
}

export function verifyOtp(
  server: Reachable,
  email: string,
  otp: string,
): Promise<CallResponse<{ reset_token: string }>> {
  return anonymous(server)('POST', '/api/admin/verify-otp', { email, otp })
}

export function resetPassword(server: Reachable, resetToken: string, newPassword: string): Promise<CallResponse> {
  return withToken(server, resetToken)('POST', '/api/admin/reset-password', { newPassword })
}

export function codeIn({ text }: { text: string }): string {
  const [, code] = /^ {4}(\d{6})$/m.exec(text) ?? []
  if (code === undefined) throw new Error(`There is no code in this mail:\n${text}`)
  return code
}

export async function obtainCode(server: TestServer, email: string): Promise<string> {
  await forgotPassword(server, email)
  const mail = (await server.sendDueMails()).findLast(({ to, subject }) => to === email && subject.includes('code'))
  if (mail === undefined) throw new Error(`No code came for ${email}.`)
  return codeIn(mail)
}

/** Requests a code and exchanges it for a reset token. */
export async function obtainResetToken(server: TestServer, email = server.admin.email): Promise<string> {
  const { body } = await verifyOtp(server, email, await obtainCode(server, email))
  return body.data.reset_token
}

export function wrongCode(code: string, offset = 1): string {
  return String((Number(code) + offset) % 1_000_000).padStart(6, '0')
}
