-- Networks and browsers an account was signed in from, as keyed digests: tries of strangers do not count against them.
create table market.known_client (
  account_id text not null references market.account on delete cascade,
  client     text not null,
  seen_at    timestamptz not null,
  primary key (account_id, client)
);
create index known_client_age on market.known_client (seen_at);

-- Asking for another link leaves those that were mailed before valid.
alter table market.password_reset add column created_at timestamptz not null default now();
drop index market.password_reset_account;
create index password_reset_account on market.password_reset (account_id);

-- A second signup replaces the first when it comes from the same network; one from elsewhere stands beside it.
alter table market.signup add column client text not null default '';
drop index market.signup_email;
create unique index signup_email on market.signup (lower(email), client);
