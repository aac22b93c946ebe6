-- A search of the listing that somebody is told about: its words as typed, and its filters.
create table market.saved_search (
  id         text primary key default market.new_id(),
  owner_id   text not null references market.account on delete cascade,
  name       text not null,
  line       text not null,
  -- minPrice, maxPrice, condition, course, edition, as they stand in the address of the listing
  filters    jsonb not null,
  -- Of each book that the search finds, one of these is among the keys: it is how a new book finds the search.
  anchors    text[] not null check (cardinality(anchors) between 1 and 4),
  mail       boolean not null default true,
  created_at timestamptz not null,
  -- the first book found since the last mail; null: none
  news_at    timestamptz,
  mailed_at  timestamptz
);
create unique index saved_search_name on market.saved_search (owner_id, lower(name));
create index saved_search_anchor on market.saved_search using gin (anchors);
create index saved_search_news on market.saved_search (id) where news_at is not null;

-- Books a saved search has found, so that each is told once while it is on sale.
create table market.found_book (
  search_id text not null references market.saved_search on delete cascade,
  book_id   text not null references market.book on delete cascade,
  -- the move that put the book on sale
  listing   bigint not null,
  found_at  timestamptz not null,
  mailed    boolean not null default false,
  primary key (search_id, book_id)
);
create index found_book_book on market.found_book (book_id);
create index found_book_age on market.found_book (found_at);
