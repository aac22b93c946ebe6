-- Books a seller can describe by their ISBN alone: from the catalogue of a bookstore, whether anybody sells them or not.
create table market.catalogue_book (
  isbn13     text primary key,
  name       text not null,
  edition    integer not null default 0,
  authors    text not null default '',
  list_cents integer,
  -- as the bookstore writes them
  courses    text[] not null default '{}' check (cardinality(courses) <= 50),
  -- in the one spelling a course is found by
  course_keys text[] not null default '{}',
  updated_at timestamptz not null
);
create index catalogue_book_courses on market.catalogue_book using gin (course_keys);
