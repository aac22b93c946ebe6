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
  title        text not null generated always as (market.fold(name)) stored
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

-- How well a request and a book fit, 0 to 1: one place for both directions. Titles without three letters or digits
-- ('C++') have no trigrams worth comparing, so they must be contained as they are.
create function market.title_score(title text, search_text text) returns real language sql stable parallel safe
return case
  when position(title in search_text) > 0 then 1
  when length(regexp_replace(title, '[^[:alnum:]]', '', 'g')) < 3 then 0
  else word_similarity(title, search_text)
end;
