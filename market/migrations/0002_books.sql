-- One row for each checkout. Sums are bigint: fifty books at the highest price an operator may allow are more than an
-- integer holds. Stated before the books, which are taken before the purchase they belong to is written down.
create table market.purchase (
  id             text primary key default market.new_id(),
  buyer_id       text not null references market.account,
  at             timestamptz not null,
  fee_bp         integer not null,
  subtotal_cents bigint not null,
  fee_cents      bigint not null,
  -- 0 pending, 1 completed
  status         integer not null default 0 check (status in (0, 1)),
  completed_at   timestamptz
);
create index purchase_buyer on market.purchase (buyer_id, at desc, id desc);
create index purchase_status on market.purchase (status, at desc, id desc);
create index purchase_at on market.purchase (at desc, id desc);

-- One spelling to compare by: lower case, without accents, so that cafe finds Café and Grosse finds Größe.
create function market.fold(given text) returns text language sql immutable strict parallel safe
return lower(replace(regexp_replace(normalize(given, nfkd), '[\u0300-\u036f]', '', 'g'), 'ß', 'ss'));

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
  purchase_id  text references market.purchase deferrable initially deferred,
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
  search_text  text not null generated always as (market.fold(name || ' ' || course || ' ' || course_key)) stored,
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
-- Look-ups by ISBN also see books that are sold or unlisted.
create index book_isbn_ever on market.book (isbn13, posted_at desc) where isbn13 is not null;

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

-- The words of all titles, so that a mistyped word is corrected among some thousand words instead of being compared
-- with every title.
create table market.word (
  word text primary key
);
create index word_likeness on market.word using gin (word gin_trgm_ops);

-- In alphabetical order, so that two books posted at once wait for each other instead of blocking each other.
create function market.keep_words() returns trigger language plpgsql as $$
begin
  insert into market.word
  select distinct word from regexp_split_to_table(market.fold(new.name), '[^[:alnum:]]+') word
  where length(word) between 3 and 40
  order by word
  on conflict do nothing;
  return null;
end $$;
create trigger keep_words after insert or update of name on market.book
  for each row execute function market.keep_words();

-- Words that share a fifth of their trigrams: enough to hold two letters that changed places.
create function market.close_words(typed text, most integer) returns table (word text, likeness real)
language sql stable parallel safe set pg_trgm.similarity_threshold to 0.2 as $$
  select word, similarity(word, typed) from market.word where word % typed order by 2 desc, 1 limit most
$$;
