import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  casing: 'snake_case',
  schema: [
    './server/modules/*/tables.ts',
    './server/gateways/forum/embedded/tables.ts',
    './server/demo/tables.ts',
    './server/ops/tables.ts',
    './server/platform/clock-table.ts',
    './server/platform/jobs/failed-items-table.ts',
    './server/platform/installation/installation-table.ts',
  ],
  out: './db/migrations',
})
