-- Somebody asks the seller of a book; one conversation for each book and person who asks.
create table market.conversation (
  id         text primary key default market.new_id(),
  book_id    text not null references market.book on delete cascade,
  asker_id   text not null references market.account on delete cascade,
  created_at timestamptz not null,
  -- of the latest message, for the order of the list
  latest_at  timestamptz not null,
  asker_read_at timestamptz,
  owner_read_at timestamptz,
  unique (book_id, asker_id)
);
create index conversation_asker on market.conversation (asker_id, latest_at desc);
create index conversation_latest on market.conversation (book_id, latest_at desc);

create table market.message (
  id              bigint generated always as identity primary key,
  conversation_id text not null references market.conversation on delete cascade,
  from_id         text not null references market.account on delete cascade,
  body            text not null,
  at              timestamptz not null,
  -- told to the staff by the other side
  reported_at     timestamptz,
  report_reason   text not null default '',
  -- looked at by the staff
  settled_at      timestamptz,
  removed_at      timestamptz
);
create index message_conversation on market.message (conversation_id, id);
create index message_sender on market.message (from_id, at);
create index message_reported on market.message (reported_at, id) where reported_at is not null and settled_at is null;
