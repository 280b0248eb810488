import { type OperationId, operationIds, operations, type Scope } from '@rapport/core/api/operations.ts'
import { CATALOGUE, findParent } from '@rapport/core/entities/catalogue.ts'
import type { EditableEntity } from '@rapport/core/entities/entity.ts'
import { EXIT, type ExitCode } from '#cli/io/exit-codes.ts'

/** What a command calls besides `getSettings`, which every token may call. The contract says what that needs. */
export interface Calls {
  /** The main call comes first. */
  calls?: readonly OperationId[]
  /** What only some options, records or servers add. */
  also?: readonly OperationId[]
  /** The exit codes beyond those of every command, and of every call. */
  exits?: readonly ExitCode[]
  /** The scopes, if the contract has them depend on the record. */
  scopes?: readonly Scope[] | undefined
}

const { notFound, conflict, partial, differences } = EXIT
const LOCAL: Calls = {}

const LISTS = CATALOGUE.map((entity) => entity.operations.list)
const SAVES = CATALOGUE.flatMap(({ operations: { create, update } }) => [create, update])
const DELETIONS = CATALOGUE.map((entity) => entity.operations.delete)

/** Returns what the verbs call that all entities of the catalogue have. */
function callsOfEntity(entity: EditableEntity): [command: string, calls: Calls][] {
  const { noun } = entity
  const { list, create, update, delete: remove } = entity.operations
  const parent = findParent(entity)
  const parentList = parent ? [parent.operations.list] : []
  return [
    [`${noun} list`, { calls: [list], also: parentList, exits: parent ? [notFound] : [] }],
    [`${noun} get`, { calls: [list], also: parentList, exits: [notFound] }],
    [`${noun} create`, { calls: [create, ...parentList], also: [list], exits: [notFound, conflict] }],
    [`${noun} update`, { calls: [list, update], also: parentList, exits: [notFound, conflict] }],
    [`${noun} delete`, { calls: [list, remove], also: parentList, exits: [notFound, conflict, partial] }],
  ]
}

const PLAN: Calls = { calls: [...LISTS, ...SAVES], also: DELETIONS, exits: [notFound, conflict, partial] }

const CHANGE_OF_STATUS: Calls = { calls: ['setUserStatus', 'listUsers'], exits: [notFound, conflict, partial] }

/** What each command calls, by its words or its first word. */
export const COMMAND_CALLS: Readonly<Partial<Record<string, Calls>>> = {
  ...Object.fromEntries(CATALOGUE.flatMap(callsOfEntity)),
  'users list': { calls: ['listUsers'] },
  'users get': { calls: ['listUsers'], exits: [notFound] },
  'users delete': { calls: ['listUsers', 'deleteUser'], exits: [notFound, conflict, partial] },
  'users suspend': CHANGE_OF_STATUS,
  'users reactivate': CHANGE_OF_STATUS,
  'users export': { calls: ['listUsers', 'getPersonFile'], also: ['confirmIdentity'], exits: [notFound] },
  'users restore': {
    calls: ['restoreTrash', 'listTrash'],
    exits: [notFound, conflict, partial],
    scopes: operations.deleteUser.scopes,
  },
  'products check': { calls: ['listProducts'], exits: [differences] },
  edit: { calls: [...LISTS, ...SAVES], exits: [notFound, conflict] },
  'trash list': { calls: ['listTrash'] },
  'trash restore': { calls: ['restoreTrash'], exits: [notFound, conflict, partial] },
  'trash purge': { calls: ['purgeTrashItem', 'listTrash'], also: ['emptyTrash'], exits: [notFound, partial] },
  history: { calls: ['listHistory'] },
  stats: { calls: ['listUsers'] },
  export: { calls: LISTS, exits: [partial] },
  diff: { calls: LISTS, exits: [differences] },
  apply: PLAN,
  promote: PLAN,
  smoke: { calls: ['listUsers', ...LISTS], also: [...SAVES, ...DELETIONS] },
  api: { calls: operationIds, exits: [notFound, conflict] },
  mcp: { calls: ['getSettings'], also: ['listUsers', ...LISTS, 'listHistory', ...SAVES] },
  login: { calls: ['login'], also: ['verifyTwoFactor'] },
  logout: { also: ['logout'] },
  whoami: { calls: ['getSettings'] },
  'sessions list': { calls: ['listSessions'] },
  'sessions revoke': {
    calls: ['endSession', 'listSessions'],
    also: ['endOtherSessions'],
    exits: [notFound, conflict, partial],
  },
  'two-factor status': { calls: ['getTwoFactor'] },
  'two-factor enable': { calls: ['startTwoFactor', 'confirmTwoFactor'], also: ['confirmIdentity'], exits: [conflict] },
  'two-factor disable': { calls: ['disableTwoFactor'], also: ['confirmIdentity'] },
  'two-factor recovery-codes': { calls: ['renewRecoveryCodes'], also: ['confirmIdentity'] },
  'token list': { calls: ['listTokens'] },
  'token create': { calls: ['createToken'], also: ['confirmIdentity'], exits: [conflict] },
  'token revoke': { calls: ['revokeToken', 'listTokens'], also: ['confirmIdentity'], exits: [notFound] },
  doctor: { also: ['listUsers', ...LISTS] },
  schema: LOCAL,
  commands: LOCAL,
  open: LOCAL,
  profile: LOCAL,
  config: LOCAL,
  completion: LOCAL,
  help: LOCAL,
}
