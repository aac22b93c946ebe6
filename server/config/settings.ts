/** Every setting there is. `.env.example` and the table in docs/operating.md say the same; a test compares them. */
export const SETTINGS = {
  PORT: { without: '8080', meaning: 'port to listen on' },
  HOST: { without: '127.0.0.1', meaning: 'address to listen on; 0.0.0.0 for all' },
  PORTICO_URL: { without: 'http://localhost:PORT', meaning: 'public origin, as browsers and clients write it' },
  PORTICO_DATA_DIR: { without: './data', meaning: 'embedded database, files, outgoing mail, secret' },
  DATABASE_URL: { without: 'the embedded PostgreSQL', meaning: 'PostgreSQL 15 or newer to use instead' },
  PORTICO_READ_URL: {
    without: 'none, DATABASE_URL answers everything',
    meaning: 'a replica of DATABASE_URL by streaming replication that answers reads',
  },
  PORTICO_OWNER_EMAIL: { without: 'owner@example.com', meaning: 'first owner; read at the first start only' },
  PORTICO_OWNER_PASSWORD: { without: 'generated, shown once', meaning: 'password of the first owner' },
  PORTICO_API_TOKEN: {
    without: 'generated, shown once',
    meaning: 'API token of the first owner, 40 hexadecimal digits',
  },
  PORTICO_SECRET: {
    without: 'generated, kept in the data directory',
    meaning: 'signs links and tokens, seals second factors; a,b,c signs with a and accepts all',
  },
  PORTICO_SIGNUP: { without: 'closed', meaning: 'open lets strangers make companies of their own at /signup' },
  PORTICO_RATE_LIMIT: { without: 'on', meaning: 'off for tests and imports' },
  PORTICO_SEARCH_LIMIT: { without: '10', meaning: 'searches of a CRM token within two seconds, 1 to 10000' },
  PORTICO_PROXIES: { without: 'none', meaning: 'addresses or networks of proxies whose X-Forwarded-For is believed' },
  PORTICO_FILES: { without: 'disk', meaning: 'or s3://KEY:SECRET@host/bucket/prefix?region=…' },
  AWS_ACCESS_KEY_ID: { without: 'none', meaning: 'key for s3:// when the address holds none' },
  AWS_SECRET_ACCESS_KEY: { without: 'none', meaning: 'its secret' },
  SMTP_URL: {
    without: 'mail is written to PORTICO_DATA_DIR/mail',
    meaning: 'smtp://user:password@host:port for outgoing mail',
  },
  PORTICO_MAIL_FROM: { without: 'Portico <portico@HOST OF PORTICO_URL>', meaning: 'sender of outgoing mail' },
  PORTICO_SMTP_IN_PORT: { without: 'off', meaning: 'port that takes mail for companies and their deals, by SMTP' },
  PORTICO_SMTP_IN_CERT: { without: 'no STARTTLS', meaning: 'file with the certificate of that port, PEM' },
  PORTICO_SMTP_IN_KEY: { without: 'no STARTTLS', meaning: 'file with the key of that certificate, PEM' },
  PORTICO_PRIVATE_TARGETS: {
    without: 'deny',
    meaning:
      'allow lets webhooks, call-backs of apps, mail accounts and copies of accounts reach loopback, private addresses and this server',
  },
  PORTICO_MARKET_NAME: {
    without: 'Book market',
    meaning: 'name of the marketplace: on its pages, and as the sender of its mails',
  },
  PORTICO_MARKET_GATE: { without: 'off', meaning: 'an age such as 18: checkout asks for proof of it' },
  PORTICO_WORKERS: {
    without: '1',
    meaning: 'processes that serve together on the port, 1 to 16: about one for each core',
  },
  PORTICO_LOG_LEVEL: { without: 'info', meaning: 'trace, debug, info, warn, error or silent' },
} as const satisfies Record<string, { without: string; meaning: string }>

export type SettingName = keyof typeof SETTINGS
