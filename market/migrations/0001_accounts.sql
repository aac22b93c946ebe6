create extension if not exists pg_trgm;
create schema market;

-- Ids are opaque to clients: 24 hexadecimal digits, the first eight of them the time, so that new rows lie together.
create function market.new_id() returns text language sql volatile parallel safe
return lpad(to_hex(floor(extract(epoch from clock_timestamp()))::bigint), 8, '0')
       || right(replace(gen_random_uuid()::text, '-', ''), 16);

-- The time format of the wire: milliseconds since 1970.
create function market.ms(at timestamptz) returns bigint language sql stable parallel safe
return floor(extract(epoch from at) * 1000)::bigint;

-- What the operator decides; one row.
create table market.setting (
  singleton        boolean primary key default true check (singleton),
  -- hundredths of a percent on top of the price
  fee_bp           integer not null default 500 check (fee_bp between 0 and 10000),
  price_cap_cents  integer not null default 20000 check (price_cap_cents between 100 and 100000000),
  unlist_days      integer not null default 62 check (unlist_days between 1 and 3650),
  warn_days        integer not null default 7 check (warn_days between 0 and 365),
  auto_unlist      boolean not null default true,
  drop_off_days    integer not null default 2 check (drop_off_days between 1 and 60),
  -- 'AAA 999, AAAA 999': A is a letter, 9 a digit; empty: any course
  course_pattern   text not null default '',
  -- whether every .edu address may sign up, beside the listed domains
  any_edu          boolean not null default true,
  -- [{"name": …, "domains": […]}]
  universities     jsonb not null default '[]',
  -- where staff mail goes; empty: to every admin and owner
  staff_address    text not null default ''
);
insert into market.setting default values;

create table market.account (
  id              text primary key default market.new_id(),
  -- null once the person has left
  email           text,
  password_hash   text,
  first_name      text not null,
  last_name       text not null,
  university      text not null,
  mailbox         text not null,
  payment_name    text not null,
  permission_type integer not null default 0 check (permission_type in (0, 1, 2)),
  -- tokens carry the epoch they were made in; raising it ends them all
  token_epoch     integer not null default 1,
  match_mail      boolean not null default true,
  created_at      timestamptz not null,
  suspended_at    timestamptz,
  deleted_at      timestamptz,
  notices_read_at timestamptz
);
create unique index account_email on market.account (lower(email));
create index account_name on market.account (lower(last_name), lower(first_name));
create index account_staff on market.account (permission_type) where permission_type > 0;
create index account_created on market.account (created_at desc, id desc);
create index account_search on market.account using gin (lower(email) gin_trgm_ops);

-- A signup waits here until its link is followed. The link itself is never stored, only a digest.
create table market.signup (
  id            uuid primary key,
  email         text not null,
  password_hash text not null,
  first_name    text not null,
  last_name     text not null,
  university    text not null,
  mailbox       text not null,
  payment_name  text not null,
  digest        bytea not null unique,
  created_at    timestamptz not null,
  expires_at    timestamptz not null
);
create unique index signup_email on market.signup (lower(email));
create index signup_expiry on market.signup (expires_at);

create table market.password_reset (
  id         uuid primary key,
  account_id text not null references market.account on delete cascade,
  digest     bytea not null unique,
  expires_at timestamptz not null
);
create unique index password_reset_account on market.password_reset (account_id);

-- How often something was tried lately, for all processes together. Keys are digests: no address is kept for this.
create unlogged table market.attempt (
  key   text primary key,
  since timestamptz not null,
  used  integer not null
);
create index attempt_age on market.attempt (since);

create table market.notice (
  id         bigint generated always as identity primary key,
  account_id text not null references market.account on delete cascade,
  -- what happened, so that the same event is told once
  event_key  text not null,
  kind       text not null,
  message    text not null,
  link       text not null default '',
  at         timestamptz not null,
  unique (account_id, event_key)
);
create index notice_account on market.notice (account_id, id desc);

-- Outgoing mail: written with the change it tells about, sent by a job, marked when the mail server took it.
create table market.mail (
  id         uuid primary key default gen_random_uuid(),
  event_key  text not null unique,
  kind       text not null,
  account_id text references market.account on delete cascade,
  address    text,
  facts      jsonb not null,
  created_at timestamptz not null,
  sent_at    timestamptz,
  check (account_id is not null or address is not null)
);
create index mail_account on market.mail (account_id);
create index mail_age on market.mail (created_at);

-- Answers of POSTs that carried an Idempotency-Key.
create table market.idempotency (
  account_id text not null references market.account on delete cascade,
  key        text not null,
  digest     bytea not null,
  status     integer,
  body       text,
  created_at timestamptz not null,
  primary key (account_id, key)
);
create index idempotency_age on market.idempotency (created_at);

-- What admins and owners did that is not a move of a book.
create table market.audit (
  id     bigint generated always as identity primary key,
  at     timestamptz not null,
  by_id  text references market.account,
  action text not null,
  target text not null default '',
  facts  jsonb not null default '{}'
);
