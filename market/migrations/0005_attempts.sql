-- How often something was tried lately, for all processes together. Keys are digests: no address is kept for this.
create unlogged table market.attempt (
  key   text primary key,
  since timestamptz not null,
  used  integer not null
);
create index attempt_age on market.attempt (since);
