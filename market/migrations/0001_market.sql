create extension if not exists pg_trgm;
create schema market;

-- Ids are opaque to clients: 24 hexadecimal digits, the first eight of them the time, so that new rows lie together.
create function market.new_id() returns text language sql volatile parallel safe
return lpad(to_hex(floor(extract(epoch from clock_timestamp()))::bigint), 8, '0')
       || right(replace(gen_random_uuid()::text, '-', ''), 16);

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

create table market.book (
  id           text primary key default market.new_id(),
  owner_id     text not null references market.account,
  name         text not null,
  edition      integer not null,
  course       text not null,
  course_key   text not null,
  price_cents  integer not null check (price_cents > 0),
  condition    text not null,
  comments     text not null default '',
  -- as typed, and the one form it is found by
  isbn         text not null default '',
  isbn13       text,
  isbn_warning text,
  status       integer not null default 0 check (status in (0, 1, 2, 3, 5)),
  -- the sale it is in, while it is in one
  buyer_id     text references market.account,
  purchase_id  text,
  -- the seller dropped it off and its condition was found to be as described
  verified_at  timestamptz,
  posted_at    timestamptz not null,
  -- last put on sale: posted, reactivated, back from a cancelled sale
  listed_at    timestamptz not null,
  sold_at      timestamptz,
  paid_at      timestamptz,
  warned_at    timestamptz,
  reminded_at  timestamptz,
  deleted_at   timestamptz,
  pictures     text[] not null default '{}' check (cardinality(pictures) <= 5),
  search_text  text not null generated always as (lower(name || ' ' || course || ' ' || course_key)) stored,
  check ((status in (1, 2, 3)) = (buyer_id is not null)),
  check ((status in (1, 2, 3)) = (purchase_id is not null)),
  check (deleted_at is null or status in (0, 5)),
  check (buyer_id <> owner_id)
);
create index book_listed on market.book (listed_at desc, id desc) where status = 0 and deleted_at is null;
create index book_course on market.book (course_key text_pattern_ops) where status = 0 and deleted_at is null;
create index book_isbn on market.book (isbn13) where status = 0 and deleted_at is null and isbn13 is not null;
create index book_search on market.book using gin (search_text gin_trgm_ops) where status = 0 and deleted_at is null;
create index book_owner on market.book (owner_id, listed_at desc, id desc);
create index book_buyer on market.book (buyer_id) where buyer_id is not null;
create index book_purchase on market.book (purchase_id) where purchase_id is not null;
create index book_working on market.book (status, listed_at desc, id desc) where status <> 0;

-- One row for each checkout.
create table market.purchase (
  id             text primary key default market.new_id(),
  buyer_id       text not null references market.account,
  at             timestamptz not null,
  fee_bp         integer not null,
  subtotal_cents integer not null,
  fee_cents      integer not null,
  -- 0 pending, 1 completed
  status         integer not null default 0 check (status in (0, 1)),
  completed_at   timestamptz
);
create index purchase_buyer on market.purchase (buyer_id, at desc, id desc);
create index purchase_status on market.purchase (status, at desc, id desc);
create index purchase_at on market.purchase (at desc, id desc);

-- One row for each book of a checkout; shares of the fee add up to the fee of the purchase.
create table market.purchase_item (
  purchase_id text not null references market.purchase,
  book_id     text not null references market.book,
  seller_id   text not null references market.account,
  price_cents integer not null,
  fee_cents   integer not null,
  -- how it ended; null while under way
  outcome     text check (outcome in ('delivered', 'cancelled', 'refunded', 'rejected', 'lapsed')),
  ended_at    timestamptz,
  primary key (purchase_id, book_id)
);
create index purchase_item_book on market.purchase_item (book_id);
create index purchase_item_seller on market.purchase_item (seller_id);

-- Books are taken before the purchase they belong to is written down.
alter table market.book add foreign key (purchase_id) references market.purchase deferrable initially deferred;

-- Every change of a book's status, ever.
create table market.book_move (
  id          bigint generated always as identity primary key,
  book_id     text not null references market.book,
  move        text not null,
  from_status integer,
  to_status   integer not null,
  -- null: the system itself
  by_id       text references market.account,
  purchase_id text references market.purchase,
  reason      text not null default '',
  at          timestamptz not null
);
create index book_move_book on market.book_move (book_id, id);

-- Money, in cents. The entries of one move add up to zero.
create table market.ledger_entry (
  move_id bigint not null references market.book_move,
  account text not null check (account in ('due_from_buyer', 'due_to_seller', 'fee_expected', 'fee_earned', 'cash')),
  party   text references market.account,
  cents   bigint not null,
  primary key (move_id, account)
);

create function market.refuse_unbalanced() returns trigger language plpgsql as $$
begin
  if (select sum(cents) from market.ledger_entry where move_id = new.move_id) <> 0 then
    raise exception 'the ledger entries of move % do not add up to zero', new.move_id;
  end if;
  return null;
end $$;
create constraint trigger ledger_balanced after insert or update on market.ledger_entry
  deferrable initially deferred for each row execute function market.refuse_unbalanced();

create table market.cart_item (
  account_id text not null references market.account on delete cascade,
  book_id    text not null references market.book on delete cascade,
  added_at   timestamptz not null,
  primary key (account_id, book_id)
);
create index cart_item_book on market.cart_item (book_id);

-- A book somebody wants. Status 0 open, 1 satisfied by a purchase.
create table market.request (
  id           text primary key default market.new_id(),
  owner_id     text not null references market.account,
  name         text not null,
  course       text not null default '',
  course_key   text not null default '',
  isbn         text not null default '',
  isbn13       text,
  isbn_warning text,
  status       integer not null default 0 check (status in (0, 1)),
  satisfied_by text references market.book,
  created_at   timestamptz not null,
  -- the title as it is compared
  title        text not null generated always as (lower(name)) stored
);
create index request_owner on market.request (owner_id, created_at desc, id desc);
create index request_isbn on market.request (isbn13) where status = 0 and isbn13 is not null;
create index request_course on market.request (course_key) where status = 0 and course_key <> '';
create index request_satisfied on market.request (satisfied_by) where satisfied_by is not null;

-- A pair is told about once, even if it stops matching and comes back: it is kept, no longer current.
create table market.match (
  request_id text not null references market.request on delete cascade,
  book_id    text not null references market.book on delete cascade,
  score      real not null,
  reason     text not null check (reason in ('isbn', 'course', 'title')),
  current    boolean not null default true,
  created_at timestamptz not null,
  primary key (request_id, book_id)
);
create index match_book on market.match (book_id);

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

-- How well a request and a book fit, 0 to 1: one place for both directions. Titles without three letters or digits
-- ('C++') have no trigrams worth comparing, so they must be contained as they are.
create function market.title_score(title text, search_text text) returns real language sql stable parallel safe
return case
  when position(title in search_text) > 0 then 1
  when length(regexp_replace(title, '[^[:alnum:]]', '', 'g')) < 3 then 0
  else word_similarity(title, search_text)
end;

-- Available books whose text is close to a title, by the trigram index.
create function market.similar_books(title text) returns table (id text, score real)
language sql stable parallel safe set pg_trgm.word_similarity_threshold to 0.45 as $$
  select book.id, market.title_score(title, book.search_text)
  from market.book
  where book.status = 0 and book.deleted_at is null
    and (title <% book.search_text or (length(regexp_replace(title, '[^[:alnum:]]', '', 'g')) < 3
                                       and position(title in book.search_text) > 0))
$$;
