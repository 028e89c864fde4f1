import pg from 'pg'
import type { Log } from '../telemetry/log.ts'
import { giveUpSilent } from './database.ts'

const reconnectMs = 1000
/** Keepalive: a connection that only listens never notices that its host is gone. */
const pingMs = 15_000

/** Publish/subscribe between processes: LISTEN, told when a transaction that called `pg_notify` commits. */
export type Notifications = {
  /**
   * @param channel one of our own names, letters and `_` only
   * @param onNotify called after each notification; also when a lost connection is back, since one may have been missed
   * @returns a function that stops listening
   * @throws when the database can't be reached
   */
  listen(channel: string, onNotify: () => void): Promise<() => void>
  close: () => Promise<void>
}

/**
 * Listens on one connection of its own, opened by the first who listens and opened again for as long as it is lost.
 *
 * @param url connection string of the database
 */
export function openNotifications(url: string, log: Log): Notifications {
  const listeners = new Map<string, Set<() => void>>()
  let connection: Promise<pg.Client> | undefined
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  const tell = (channel: string) => {
    for (const onNotify of listeners.get(channel) ?? []) onNotify()
  }
  const onLost = () => {
    if (isClosed || retry !== undefined) return
    connection = undefined
    retry = setTimeout(() => void reconnect(), reconnectMs).unref()
  }
  const reconnect = async () => {
    retry = undefined
    try {
      await connected()
      for (const channel of listeners.keys()) tell(channel)
    } catch {
      onLost()
    }
  }
  const connect = async () => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'profil-notifications',
      connectionTimeoutMillis: 5000,
    })
    client.on('error', error => log.warn({ err: error }, 'notifications'))
    client.on('notification', ({ channel }) => tell(channel))
    await client.connect()
    giveUpSilent(client)
    for (const channel of listeners.keys()) await client.query(`listen ${channel}`)
    const ping = setInterval(() => {
      // Unanswered, it ends the connection.
      client.query('select 1').catch(() => undefined)
    }, pingMs).unref()
    client.on('end', () => {
      clearInterval(ping)
      onLost()
    })
    return client
  }
  const connected = () => {
    connection ??= connect()
    connection.catch(() => {
      connection = undefined
    })
    return connection
  }

  return {
    listen: async (channel, onNotify) => {
      const known = listeners.get(channel) ?? new Set()
      listeners.set(channel, known.add(onNotify))
      const stop = () => {
        known.delete(onNotify)
      }
      try {
        const client = await connected()
        await client.query(`listen ${channel}`)
      } catch (error) {
        stop()
        throw error
      }
      return stop
    },
    close: async () => {
      isClosed = true
      clearTimeout(retry)
      const client = await connection?.catch(() => undefined)
      await client?.end()
    },
  }
}
