import { quotedList } from './socketDirectory.ts'

export type ServerSettings = Record<string, string>

/** For a small server beside Node on a few cores: little memory at rest, and durable, since fsync stays on. */
const DEFAULTS: ServerSettings = {
  cluster_name: 'portico',
  max_connections: '100',
  shared_buffers: '128MB',
  work_mem: '8MB',
  // Nobody replicates from an embedded server, so its log may be the short one.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  io_workers: '1',
  random_page_cost: '1.1',
  jit: 'off',
  // Containers often have 64 MB of /dev/shm, which is where parallel workers meet.
  max_parallel_workers_per_gather: '1',
  max_parallel_maintenance_workers: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements and their values are the application's to log, without secrets: here only what the server does itself.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_line_prefix: '%m [%p] ',
}

/** What reaches the server is one unix socket in a private directory; this is not for the caller to change. */
export function serverArguments(cluster: string, socketDirectory: string, settings: ServerSettings): string[] {
  const all: ServerSettings = {
    ...DEFAULTS,
    ...settings,
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: quotedList(socketDirectory),
    unix_socket_permissions: '0700',
  }
  return ['-D', cluster, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}
