-- Sessions that were logged out before their token expired; a row may go when the token would have expired anyway.
create table market.ended_session (
  id      text primary key,
  ends_at timestamptz not null
);
create index ended_session_age on market.ended_session (ends_at);
