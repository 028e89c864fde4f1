/**
 * Addresses of readers: owns where the printed daily is delivered and whom invoices are made out to. It never makes
 * an invoice, and an invoice that was made never follows a change here.
 */
import type { FastifyInstance } from 'fastify'
import * as endpoints from '#contract/addresses/addresses.ts'
import type { Deps } from '#server/platform/deps.ts'
import { route } from '#server/platform/http/route.ts'
import { addAddress } from './add-address.ts'
import { changeAddress } from './change-address.ts'
import { listAddresses } from './list-addresses.ts'
import { removeAddress } from './remove-address.ts'

export { toColumns } from './address-row.ts'
export { saveAddress } from './save-address.ts'

export function registerAddresses(app: FastifyInstance, deps: Deps): void {
  route(app, endpoints.listAddresses, ({ actor }) => listAddresses(deps, actor))
  route(app, endpoints.addAddress, ({ actor, body }) => addAddress(deps, actor, body))
  route(app, endpoints.changeAddress, ({ actor, params, body }) =>
    changeAddress(deps, actor, params.id, body),
  )
  route(app, endpoints.removeAddress, ({ actor, params }) => removeAddress(deps, actor, params.id))
}
