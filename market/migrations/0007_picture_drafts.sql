-- Pictures of a form that was refused: they wait here until the form is sent again, for a day at most.
create table market.picture_draft (
  picture    text primary key,
  account_id text not null references market.account on delete cascade,
  name       text not null,
  created_at timestamptz not null
);
create index picture_draft_account on market.picture_draft (account_id, created_at);
create index picture_draft_age on market.picture_draft (created_at);
