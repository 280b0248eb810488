// Generated from db/migrations/ by `npm run gen`. Do not edit.
import { initial } from '../migrations/0001-initial.ts'
import { imagePreviews } from '../migrations/0002-image-previews.ts'
import { account } from '../migrations/0003-account.ts'
import { userSearch } from '../migrations/0004-user-search.ts'
import { audit } from '../migrations/0005-audit.ts'
import { secondRelease } from '../migrations/0006-second-release.ts'

export const MIGRATIONS = {
  '0001-initial': initial,
  '0002-image-previews': imagePreviews,
  '0003-account': account,
  '0004-user-search': userSearch,
  '0005-audit': audit,
  '0006-second-release': secondRelease,
}
