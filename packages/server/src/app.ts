import type { Extension } from '@rapport/core/operations.ts'
import type { FastifyInstance } from 'fastify'
import { type Database, ping } from './db/client.ts'
import { consoleFiles } from './http/console-files.ts'
import { contractRoutes } from './http/contract-route.ts'
import { healthRoutes } from './http/health.routes.ts'
import { createServer, type LogOptions } from './http/server.ts'
import { authRoutes } from './modules/auth/auth.routes.ts'
import { authService } from './modules/auth/auth.service.ts'
import type { PasswordHasher } from './modules/auth/password-hash.ts'
import { categoriesRoutes } from './modules/categories/categories.routes.ts'
import { categoriesService } from './modules/categories/categories.service.ts'
import { imagesRoutes } from './modules/images/images.routes.ts'
import { imageIntake, imagesService } from './modules/images/images.service.ts'
import { positionsRoutes } from './modules/positions/positions.routes.ts'
import { positionsService } from './modules/positions/positions.service.ts'
import { productsRoutes } from './modules/products/products.routes.ts'
import { productsService } from './modules/products/products.service.ts'
import { settingsRoutes } from './modules/settings/settings.routes.ts'
import { usersRoutes } from './modules/users/users.routes.ts'
import { usersService } from './modules/users/users.service.ts'

export type App = FastifyInstance

export interface AppDeps {
  database: Database
  hasher: PasswordHasher
  clock: () => Date
  extensions: readonly Extension[]
  log: LogOptions
  /** Where the built console lies; a server without one says how to build it. */
  consoleDir?: string | undefined
}

/** The whole server, ready to be listened with or injected into; closing it leaves the database open. */
export async function buildApp(deps: AppDeps): Promise<App> {
  const { database, hasher, clock, extensions, log, consoleDir } = deps
  const app = createServer(log)

  const auth = authService({ database, hasher, clock })
  const { route, refuseTheRest } = contractRoutes(app, { extensions, guards: { session: auth.authenticate } })
  authRoutes(route, auth)
  settingsRoutes(route, extensions)
  usersRoutes(route, usersService(database))
  const images = imageIntake()
  categoriesRoutes(route, categoriesService({ database, images, clock }))
  positionsRoutes(route, positionsService({ database, images, clock }))
  productsRoutes(route, productsService({ database, clock }))
  refuseTheRest()

  imagesRoutes(app, imagesService(database))
  healthRoutes(app, () => ping(database))
  consoleFiles(app, consoleDir)

  await app.ready()
  return app
}
